import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SandboxError } from './finish.ts';
import { canIsolate, makeSandbox, type Command } from './sandbox.ts';
import { makeWorkFolder, removeWorkFolder } from './work-folder.ts';

const limits = { memoryBytes: 1 << 29, cpuSeconds: 2, fileBytes: 1 << 20 };

function runIn(folder: string, ...command: Command) {
  return makeSandbox({ isIsolated: true }).run(command, { folder, limits, deadlineMs: 5000 });
}

function workFolder(): string {
  const folder = makeWorkFolder();
  onTestFinished(() => removeWorkFolder(folder));
  return folder;
}

test('a program inside can start no more processes than a few thousand, whatever it does', async () => {
  const asked = await runIn(workFolder(), '/usr/bin/prlimit', '--nproc', '--noheadings', '--output=HARD');
  expect(asked.stdout.trim()).toBe('2048');
});

test('what a program says and how it ends is told', async () => {
  const ended = await runIn(workFolder(), '/bin/sh', '-c', 'echo out; echo err >&2; exit 3');
  expect(ended).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n', isTimeout: false });
});

test('a sandbox that cannot be had is an error, and no verdict on what was to be run in it', async () => {
  await expect(runIn(workFolder(), '/usr/bin/not-installed')).rejects.toThrow(SandboxError);
  const gone = mkdtempSync(join(tmpdir(), 'gone-'));
  rmSync(gone, { recursive: true });
  await expect(runIn(gone, '/usr/bin/true')).rejects.toThrow(SandboxError);
  expect(await canIsolate(gone)).toBe(false);
});
