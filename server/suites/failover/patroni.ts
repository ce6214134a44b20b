import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nobody } from '#server/adapters/unprivileged-user.ts';
import { freePort } from '../free-port.ts';
import { configOf, haproxyFile, pgbouncerFile, type Ports } from './config.ts';
import { Daemons, ended } from './daemons.ts';

const NUM_NODES = 3;
const WHOLE_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 200;

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
};
const packages = 'etcd-server patroni haproxy pgbouncer postgresql-15';

const isMissing = Object.values(programs).some((file) => !existsSync(file));
/** A sentence that says how to install what is missing. */
export const missing = isMissing
  ? `Parts of the cluster are missing; "apt-get install ${packages}" brings them.`
  : undefined;

/**
 * Three PostgreSQL nodes: a primary, which waits for another one at each commit; and an address that leads to the
 * primary.
 */
export class PatroniCluster {
  readonly #folder: string;
  readonly #ports: Ports;
  readonly #daemons: Daemons;
  readonly #nodes: ChildProcess[] = [];
  readonly url: string;

  private constructor(folder: string, ports: Ports, isPooled: boolean) {
    this.#folder = folder;
    this.#ports = ports;
    this.#daemons = new Daemons(folder);
    this.url = `postgres://postgres@127.0.0.1:${isPooled ? ports.pgbouncer : ports.haproxy}/postgres`;
  }

  static async start(folder: string, isPooled: boolean): Promise<PatroniCluster> {
    mkdirSync(folder);
    const { uid, gid } = nobody() ?? {};
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    chmodSync(join(folder, '..'), 0o711);
    const nodes = [];
    for (let node = 0; node < NUM_NODES; node += 1)
      nodes.push({ postgres: await freePort(), rest: await freePort() });
    const [etcd, peer, haproxy, pgbouncer] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const cluster = new PatroniCluster(folder, { etcd, peer, haproxy, pgbouncer, nodes }, isPooled);
    await cluster.#begin(isPooled);
    return cluster;
  }

  /** Ends the primary as a power cut would: Patroni and PostgreSQL at once. */
  async killPrimary(): Promise<number> {
    const roles = await this.#roles();
    const node = roles.indexOf('primary');
    const pid = Number(
      readFileSync(join(this.#folder, `node${node}`, 'postmaster.pid'), 'utf8').split('\n', 1)[0],
    );
    const patroni = this.#nodes[node];
    if (patroni === undefined) throw new Error('No node writes.');
    const gone = ended(patroni, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    await gone;
    return node;
  }

  restart(node: number): void {
    this.#nodes[node] = this.#daemons.start(`node${node}`, programs.patroni, this.#file(`node${node}.yaml`));
  }

  /** Waits until there is a primary and the others follow it, one of them synchronously. */
  async isWhole(): Promise<void> {
    for (
      const until = performance.now() + WHOLE_WITHIN_MS;
      performance.now() < until;
      await sleep(LOOK_EVERY_MS)
    ) {
      const roles = await this.#roles();
      const isFollowed = roles.filter((role) => role === 'standby').length === NUM_NODES - 1;
      if (roles.includes('primary') && isFollowed && (await this.#hasSynchronous())) return;
    }
    throw new Error(`The cluster did not become whole: ${(await this.#roles()).join(', ')}.`);
  }

  async stop(): Promise<void> {
    await this.#daemons.stop();
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  async #begin(isPooled: boolean): Promise<void> {
    const { etcd, peer, nodes } = this.#ports;
    const client = `http://127.0.0.1:${etcd}`;
    this.#daemons.start(
      'etcd',
      programs.etcd,
      ...[
        '--data-dir',
        this.#file('etcd'),
        '--listen-client-urls',
        client,
        '--advertise-client-urls',
        client,
      ],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
    );
    for (const node of nodes.keys()) {
      writeFileSync(this.#file(`node${node}.yaml`), configOf(this.#folder, node, this.#ports));
      this.restart(node);
    }
    writeFileSync(this.#file('haproxy.cfg'), haproxyFile(this.#ports));
    this.#daemons.start('haproxy', programs.haproxy, '-f', this.#file('haproxy.cfg'));
    await this.isWhole();
    if (!isPooled) return;
    writeFileSync(this.#file('pgbouncer.ini'), pgbouncerFile(this.#folder, this.#ports));
    this.#daemons.start('pgbouncer', programs.pgbouncer, this.#file('pgbouncer.ini'));
  }

  #roles(): Promise<string[]> {
    return Promise.all(
      this.#ports.nodes.map(async ({ rest }) => {
        const reply = await fetch(`http://127.0.0.1:${rest}/patroni`).catch(() => undefined);
        const { role, state }: { role?: string; state?: string } =
          (await reply?.json().catch(() => undefined)) ?? {};
        if (state !== 'running') return state ?? 'gone';
        return role === 'master' || role === 'primary' ? 'primary' : 'standby';
      }),
    );
  }

  async #hasSynchronous(): Promise<boolean> {
    const replies = await Promise.all(
      this.#ports.nodes.map(({ rest }) =>
        fetch(`http://127.0.0.1:${rest}/synchronous`).catch(() => undefined),
      ),
    );
    return replies.some((reply) => reply?.status === 200);
  }
}
