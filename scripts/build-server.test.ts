import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BUILT_SERVER, startServer } from '#server/testing/process.ts';

const built = resolve(import.meta.dirname, '..', BUILT_SERVER);

test(
  'the built server starts without any of our sources but the files that it reads',
  { tags: 'slow' },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'built-server-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const server = startServer(dataDir, {}, BUILT_SERVER);
    try {
      const ready = await fetch(`${await server.address()}/readyz`);
      expect(ready.status).toBe(200);
    } finally {
      await server.stop();
    }
  },
);

test('a stack trace of the built server names the line of the source', () => {
  const lines = readFileSync(built, 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(`${built}.map`, 'utf8')));
  const text = 'console.log(`The application form is at ${url}`)';
  const line = lines.findIndex((each) => each.includes(text));
  const { originalSource, originalLine } = { ...map.findEntry(line, lines[line]?.indexOf('console') ?? 0) };
  expect(originalSource).toBe('../server/main.ts');
  const source = readFileSync(resolve(import.meta.dirname, '../server/main.ts'), 'utf8').split('\n');
  expect(source[Number(originalLine)]).toContain(text);
});

test('errors of the built server have the names of their classes', () => {
  const code = readFileSync(built, 'utf8');
  const renamed = [...code.matchAll(/^var (\w+Error)\$\d+ = class/gm)];
  expect(renamed).not.toEqual([]);
  for (const [, name = ''] of renamed) expect(code).toContain(`__name(this, "${name}");`);
});
