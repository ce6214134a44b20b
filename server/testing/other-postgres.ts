import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { nobody } from '#server/adapters/unprivileged-user.ts';

const READY_WITHIN_MS = 30_000;

/** Starts a PostgreSQL like an operator's, from the folder of its binaries, on a socket of its own. */
export async function startOtherPostgres(binaries: string, dataDir: string) {
  const user = nobody();
  if (user) chmodSync(dataDir, 0o711);
  const [cluster, socket] = ['cluster', 'socket'].map((name) => {
    const path = join(dataDir, name);
    mkdirSync(path, { mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  });
  if (cluster === undefined || socket === undefined) throw new Error('There are two folders.');
  const options = { ...user, cwd: cluster, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const format = ['-U', 'admissions', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(join(binaries, 'initdb'), ['-D', cluster, ...format], { ...options, stdio: 'ignore' });
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socket}`,
    'max_connections=200',
    'fsync=off',
  ];
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const connection = { host: socket, user: 'admissions', database: 'postgres' };
  await untilReady(connection);
  return {
    connection,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function untilReady(connection: { host: string; user: string; database: string }): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new Client(connection);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(50);
    }
  }
}
