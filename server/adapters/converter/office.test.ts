import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { field, makeDocx, paragraph, picture, relationship } from './corpus.ts';
import { Office } from './office.ts';
import { textOf } from './probe.ts';
import { makeSandbox } from './sandbox.ts';

const sandbox = makeSandbox({ isIsolated: true });
const sofficePath = '/usr/bin/soffice';
const hello = makeDocx({ body: paragraph('Hello') });
let office: Office;

// A LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

afterEach(() => office.close());

function processesBelow(): string {
  const all = execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' }).split('\n');
  return all
    .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('worker.py'))
    .join('\n');
}

function workFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`admissions-work-${process.pid}-`));
}

test('gives up at the deadline, leaves nothing behind, and goes on with a fresh instance', async () => {
  office = new Office({ sandbox, sofficePath, convertDeadlineMs: 1 });
  expect(await office.convert(hello)).toEqual({ kind: 'timeout' });
  expect(processesBelow()).toBe('');
  expect(workFolders()).toEqual([]);

  await office.close();
  office = new Office({ sandbox, sofficePath });
  expect((await office.convert(hello)).kind).toBe('pdf');
});

test('stops at once when the job is called off', async () => {
  office = new Office({ sandbox, sofficePath });
  const abort = new AbortController();
  const result = office.convert(hello, abort.signal);
  abort.abort();
  expect(await result).toMatchObject({ kind: expect.stringMatching(/timeout|crashed/) });
  expect(processesBelow()).toBe('');
});

test('many at once each get their own text', async () => {
  office = new Office({ sandbox, sofficePath, documentsPerInstance: 5 });
  const words = Array.from({ length: 12 }, (_, index) => `word${index}`);
  const results = await Promise.all(words.map((word) => office.convert(makeDocx({ body: paragraph(word) }))));
  expect(results.map((result) => (result.kind === 'pdf' ? textOf(result.pdf).trim() : result.kind))).toEqual(
    words,
  );
});

test('a document that was not cleaned still reaches neither network nor files', async () => {
  let numCalls = 0;
  const listener = createServer((socket) => {
    numCalls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x.png`;
  const secret = join(tmpdir(), `office-canary-${process.pid}.txt`);
  writeFileSync(secret, 'CANARY', { mode: 0o644 });
  try {
    office = new Office({ sandbox, sofficePath });
    const result = await office.convert(
      makeDocx({
        body: [
          paragraph('Visible'),
          picture('r:link="rId1"'),
          field(`INCLUDETEXT "${secret}"`),
          field('INCLUDETEXT "/etc/passwd"'),
        ].join(''),
        relationships: [
          relationship('rId1', 'image', url, true),
          relationship('rId2', 'attachedTemplate', url, true),
        ].join(''),
      }),
    );
    const text = result.kind === 'pdf' ? textOf(result.pdf) : result.kind;
    expect(text).toContain('Visible');
    expect(text).not.toMatch(/CANARY|root:/);
    expect(numCalls).toBe(0);
  } finally {
    listener.close();
    rmSync(secret);
  }
});
