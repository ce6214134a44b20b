import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const BYTES = 4_000_000;
/** Fills the pipe, and says so once a file's own stream would have given up. */
const SCRIPT = `
  const { stat } = await import('node:fs/promises');
  const { standardOutput } = await import(${JSON.stringify(new URL('./standard-streams.ts', import.meta.url).href)});
  process.stdout.on('error', () => undefined);
  standardOutput().end(Buffer.alloc(${BYTES}));
  for (let turn = 0; turn < 200; turn += 1) await stat('.');
  process.stderr.write('full');
`;

test('a reader that waits gets everything', async () => {
  const script = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT]);
  const ended = once(script, 'close');
  const [said] = await once(script.stderr, 'data');
  expect(String(said)).toBe('full');
  expect((await buffer(script.stdout)).byteLength).toBe(BYTES);
  expect(await ended).toEqual([0, null]);
});
