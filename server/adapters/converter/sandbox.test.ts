import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
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

test('a program inside has a lower priority than saves', async () => {
  const asked = await runIn(workFolder(), '/usr/bin/nice');
  expect(Number(asked.stdout)).toBe(Math.min(getPriority() + 10, 19));
});

test('a program’s output and its end are reported', async () => {
  const ended = await runIn(workFolder(), '/bin/sh', '-c', 'echo out; echo err >&2; exit 3');
  expect(ended).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n', isTimeout: false });
});

test('a sandbox that cannot start is an error, and does not judge the file', async () => {
  await expect(runIn(workFolder(), '/usr/bin/not-installed')).rejects.toThrow(SandboxError);
  const gone = mkdtempSync(join(tmpdir(), 'gone-'));
  rmSync(gone, { recursive: true });
  await expect(runIn(gone, '/usr/bin/true')).rejects.toThrow(SandboxError);
  expect(await canIsolate(gone)).toBe(false);
});

/** Runs a script of bash, which can open connections itself. */
const runScript = (folder: string, script: string, memoryBytes = limits.memoryBytes) =>
  makeSandbox({ isIsolated: true }).run(['/usr/bin/bash', '-c', script], {
    folder,
    limits: { ...limits, memoryBytes },
  });

test('a program inside sees only programs and its own folder, and changes nothing else', async () => {
  const canary = join(tmpdir(), `sandbox-canary-${process.pid}`);
  writeFileSync(canary, 'CANARY', { mode: 0o666 });
  onTestFinished(() => rmSync(canary));
  const { stdout } = await runScript(
    workFolder(),
    `ls -A /; cat ${canary} /etc/passwd; echo no > /usr/changed && echo changed; echo no > ${canary}; echo yes > ours; cat ours`,
  );
  expect(stdout).not.toMatch(/CANARY|root:|changed|^(home|root|srv)$/m);
  expect(stdout).toMatch(/^yes$/m);
  expect(readFileSync(canary, 'utf8')).toBe('CANARY');
});

test('a program inside reaches no network, not even this machine', async () => {
  let numCalls = 0;
  const listener = createServer((socket) => {
    numCalls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : '';
  const { stdout } = await runScript(
    workFolder(),
    `tail -n +3 /proc/net/dev | cut -d: -f1; (echo hello > /dev/tcp/127.0.0.1/${port}) || echo refused`,
  );
  expect(stdout.split(/\s+/).filter(Boolean)).toEqual(['lo', 'refused']);
  expect(numCalls).toBe(0);
});

test.each([
  { limit: 'memory', script: 'head -c 90000000 /dev/zero | tail -c 90000000 | wc -c', says: '0' },
  {
    limit: 'the size of a file',
    script: 'head -c 9000000 /dev/zero > ours; stat -c %s ours',
    says: '1048576',
  },
])('a program inside has a limit on $limit', async ({ script, says }) => {
  expect((await runScript(workFolder(), script, 1 << 26)).stdout.trim()).toBe(says);
});

test('a program inside that prints too much is ended', async () => {
  const { code, stdout } = await runScript(workFolder(), 'yes');
  expect(code).not.toBe(0);
  expect(stdout.length).toBeLessThan(2_000_000);
});

test('a run fails without judging the file when what starts programs is killed, and the next one works', async () => {
  const folder = workFolder();
  const run = runIn(folder, '/usr/bin/sleep', '30');
  execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'spawner-process']);
  await expect(run).rejects.toThrow(SandboxError);
  expect(await runIn(folder, '/usr/bin/true')).toMatchObject({ code: 0 });
});
