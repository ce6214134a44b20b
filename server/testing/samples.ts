import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Puts a sample of docs/integrate.md, unchanged, into a folder in which it can run. Returns its path. */
export function placeSample(name: string, folder: string): string {
  const page = readFileSync(join(ROOT, 'docs/integrate.md'), 'utf8');
  const samples = [...page.matchAll(/```\w+\n((?:\/\/|#) (\S+)\n.*?)```/gs)];
  const [, code] = samples.find(([, , found]) => found === name) ?? [];
  if (code === undefined) throw new Error(`docs/integrate.md has no ${name}.`);
  const path = join(folder, name);
  writeFileSync(path, code.replace('/opt/graduate-admissions', ROOT));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  } catch {
    // It is there already.
  }
  return path;
}

/** Starts a sample in its folder. */
export function startSample(path: string, folder: string, env: Readonly<Record<string, string>>) {
  const program = path.endsWith('.sh') ? '/bin/sh' : process.execPath;
  const child = spawn(program, [path], {
    cwd: folder,
    env: { PATH: `${resolve(process.execPath, '..')}:/usr/bin:/bin`, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a kill reaches what it has started, too.
    detached: true,
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk.toString()));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) =>
    child.once('close', (code) => done({ code, ...out })),
  );
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  return { out, ended, kill };
}
