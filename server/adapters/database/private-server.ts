import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseDownError, StartError } from '../errors.ts';
import { errorFields, type Log } from '../log.ts';
import { findBinaries } from './binaries.ts';
import {
  ensureCluster,
  locateCluster,
  removeSocketDir,
  removeStalePidFile,
  runningPid,
  type Cluster,
} from './cluster.ts';
import { lastWords, spawnPostgres, type PostgresProcess } from './postgres-process.ts';

/** The advisory lock that a server holds while it uses the cluster. */
const OWNER_LOCK = 7_204_118;
const OTHER_SERVER_PATIENCE_MS = 3000;
const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 20_000;
const POLL_MS = 15;
const MAX_FAILED_SPAWNS = 5;
const REVIVE_EVERY_MS = 2000;
/** Connections beside the pools: of two queues, the owner, probes, and an operator who looks in. */
const CONNECTIONS_BESIDE = 20;
const MIN_CONNECTIONS = 60;

interface PrivateServerOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** `own`: become the only server of this folder, or fail. `join`: a command, which uses a running one if any. */
  readonly role: 'own' | 'join';
  /** Connections of one process. There is room for two such processes: the server and a command. */
  readonly poolSize?: number;
}

interface PrivateServer {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  stop(): Promise<void>;
}

/**
 * Starts the private PostgreSQL of a data folder, restarts it when it dies, and replaces one that a killed server
 * left running.
 *
 * @throws {DatabaseDownError} when PostgreSQL cannot run here
 * @throws {StartError} when another server owns the folder
 */
export async function startPrivateServer(options: PrivateServerOptions): Promise<PrivateServer> {
  const { dataDir } = options;
  const cluster = locateCluster(dataDir);
  const binaries = await findBinaries(cluster.user);
  await ensureCluster(cluster, binaries);
  const supervisor = new Supervisor(cluster, binaries.postgres, options);
  await supervisor.start();
  return supervisor;
}

type Probe =
  | { readonly state: 'up'; readonly client: Client }
  | { readonly state: 'changing' }
  | { readonly state: 'down' };

class Supervisor implements PrivateServer {
  readonly connection;
  readonly #cluster: Cluster;
  readonly #binary: string;
  readonly #logFile: string;
  readonly #log: Log;
  readonly #role: 'own' | 'join';
  readonly #maxConnections: number;
  #child: PostgresProcess | undefined;
  /** The connection that holds the lock. If it breaks, PostgreSQL has died. */
  #owner: Client | undefined;
  #isStopping = false;

  constructor(cluster: Cluster, binary: string, options: PrivateServerOptions) {
    this.connection = { host: cluster.socketDir, user: 'admissions', database: 'postgres' };
    this.#cluster = cluster;
    this.#binary = binary;
    this.#logFile = join(options.dataDir, 'postgres.log');
    this.#log = options.log;
    this.#role = options.role;
    this.#maxConnections = Math.max(MIN_CONNECTIONS, 2 * (options.poolSize ?? 0) + CONNECTIONS_BESIDE);
  }

  async start(): Promise<void> {
    const begun = performance.now();
    let failedSpawns = 0;
    while (!this.#isStopping) {
      const waitedMs = performance.now() - begun;
      if (waitedMs > START_DEADLINE_MS) {
        throw new DatabaseDownError(`The private database did not become ready: ${lastWords(this.#logFile)}`);
      }
      const probe = await this.#probe();
      if (probe.state === 'up') {
        if (await this.#settle(probe.client, waitedMs)) return;
      } else if (probe.state === 'down' && (this.#child === undefined || this.#child.hasExited)) {
        if (this.#child && ++failedSpawns > MAX_FAILED_SPAWNS) {
          throw new DatabaseDownError(`The private database does not start: ${lastWords(this.#logFile)}`);
        }
        // The processes of a killed PostgreSQL need a moment to release its memory.
        if (failedSpawns > 0) await sleep(100 * failedSpawns);
        removeStalePidFile(this.#cluster);
        this.#child = spawnPostgres({
          binary: this.#binary,
          cluster: this.#cluster,
          logFile: this.#logFile,
          maxConnections: this.#maxConnections,
        });
      }
      await sleep(POLL_MS);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const isOwner = this.#owner !== undefined;
    await this.#owner?.end().catch(() => undefined);
    const child = this.#child;
    if (!isOwner || child === undefined || child.hasExited) return;
    // A second command may be using the PostgreSQL that the first one started.
    child.stop(this.#role === 'join' ? 'smart' : 'fast');
    const tooLong = sleep(STOP_DEADLINE_MS, 'late', { ref: false });
    if ((await Promise.race([child.exited, tooLong])) === 'late') {
      child.stop('immediate');
      child.stop('fast');
      await child.exited;
    }
    removeSocketDir(this.#cluster);
  }

  /** Decides whether to use a PostgreSQL that answers. Returns true if we can; otherwise the caller tries again. */
  async #settle(client: Client, waitedMs: number): Promise<boolean> {
    const isOurs = this.#child !== undefined && !this.#child.hasExited;
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
      OWNER_LOCK,
    ]);
    if (rows[0]?.got === true && isOurs) {
      this.#keep(client);
      return true;
    }
    await client.end().catch(() => undefined);
    if (rows[0]?.got === true) {
      await this.#replace();
      return false;
    }
    if (this.#role === 'join') return true;
    if (waitedMs > OTHER_SERVER_PATIENCE_MS) {
      throw new StartError(
        `Another server is already running on DATA_DIR; stop it, or set another DATA_DIR.`,
      );
    }
    await sleep(100);
    return false;
  }

  #keep(client: Client): void {
    this.#owner = client;
    client.once('end', () => {
      if (this.#isStopping) return;
      this.#log.error('The private database has stopped; starting it again.');
      this.#owner = undefined;
      void this.#revive();
    });
  }

  /** Retries until the server stops, because the operator can repair what prevents the start, such as a full disk. */
  async #revive(): Promise<void> {
    while (!this.#isStopping) {
      try {
        return await this.start();
      } catch (error) {
        this.#log.error(errorFields(error), 'The private database did not start; trying again.');
        await sleep(REVIVE_EVERY_MS, undefined, { ref: false });
      }
    }
  }

  /** Ends a PostgreSQL that no server owns any more. */
  async #replace(): Promise<void> {
    const pid = runningPid(this.#cluster);
    if (pid === undefined) return;
    this.#log.info('Replacing a private database that a killed server left behind.');
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < STOP_DEADLINE_MS && runningPid(this.#cluster) === pid; waited += POLL_MS) {
      await sleep(POLL_MS);
    }
  }

  async #probe(): Promise<Probe> {
    const client = new Client({
      ...this.connection,
      application_name: 'owner',
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined); // The 'end' event follows, and we handle that one.
    try {
      await client.connect();
      return { state: 'up', client };
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      return { state: code === 'ENOENT' || code === 'ECONNREFUSED' ? 'down' : 'changing' };
    }
  }
}
