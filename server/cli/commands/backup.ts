import { prepareDataDir } from '#server/adapters/data-dir.ts';
import { firstUse } from '#server/adapters/database/first-use.ts';
import { openDatabase } from '#server/adapters/database/database.ts';
import { systemClock } from '#server/adapters/clock.ts';
import { startQueue } from '#server/adapters/queue.ts';
import { keysInFile, replaceKeysInFile, Secrets } from '#server/adapters/secrets.ts';
import { makeMetrics } from '#server/adapters/metrics.ts';
import { makeStorage } from '#server/adapters/storage/make-storage.ts';
import { backUp } from '#server/backup/back-up.ts';
import { checkBackup, type CheckedBackup } from '#server/backup/check-backup.ts';
import { requireEmpty, restore, UnknownOutcomeError } from '#server/backup/restore.ts';
import { audit } from '#server/domain/ground/audit.ts';
import type { RevokedAccess } from '#server/domain/ways-out/revoke.ts';
import type { Env } from '#server/env.ts';
import { migrate } from '#server/migrations/migrate.ts';
import {
  CommandError,
  defineCommand,
  defineLoneCommand,
  WHERE_LOST_ARE,
  type LoneParts,
} from '../command.ts';
import { DASH, standardOutput, withFile } from '../standard-streams.ts';
import { text } from '../takes.ts';

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const REPEAT =
  'Repeat what was done after the backup, such as deletions of applicants: see docs/deploy.md, “What to repeat after a restore”.';

const file = text('FILE', 'Which file? Give the path of the backup.');

export const backup = defineCommand({
  name: 'backup',
  takes: { file },
  description:
    'Writes everything into one new file, or with - to standard output: all tables except sessions and the like, all documents, the keys in DATA_DIR. Keep it as safe as the server itself.',
  async run({ context, print, file: path }) {
    const { database, storage, clock, env } = context;
    const keys = env.SECRET_KEYS === undefined ? keysInFile(env.DATA_DIR) : undefined;
    const { rows, files, replaced, lost } = await untilInterrupted((signal) =>
      backUp({ database, storage, clock, keys, signal }, path === DASH ? standardOutput() : path),
    );
    await audit(database.kysely, { event: 'backed-up', at: clock.now() });
    const say = path === DASH ? (words: string) => context.log.warn(words) : print;
    say(`${rows} rows and ${files} files.`);
    if (replaced > 0) say(`${replaced} files were deleted or replaced by applicants during the backup.`);
    if (keys === undefined) say('SECRET_KEYS is not in the backup: keep it yourself, somewhere else.');
    if (lost > 0) {
      throw new CommandError(
        `${lost} documents are missing from the storage; the backup has everything else. ${WHERE_LOST_ARE}`,
      );
    }
  },
});

export const restoring = defineLoneCommand({
  name: 'restore',
  takes: { file },
  description:
    'Fills an empty installation from a backup, or with - from one on standard input, completely or not at all. Stop all servers first. Everybody has to log in again. Revokes all keys and links, and lists them.',
  run: async ({ file: path, ...parts }) => withFile(path, async (given) => restoreFrom(given, parts)),
});

async function restoreFrom(path: string, { env, log, print }: LoneParts): Promise<void> {
  const checked = await checkBackup(path, env.SECRET_KEYS);
  prepareDataDir(env.DATA_DIR);
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    poolSize: env.DATABASE_POOL_SIZE,
    log,
  });
  try {
    await firstUse(env.DATABASE_URL, () => database.pool.query('SELECT'));
    await requireEmpty(database);
    await migrate(database.pool);
    const queue = await startQueue({
      connection: database.connection,
      log,
      metrics: makeMetrics(),
      isWorker: false,
    });
    try {
      const { storage } = makeStorage(env, new Secrets(checked.keys), systemClock);
      const parts = { database, storage, queue, clock: systemClock, log };
      const { accounts, files, revoked } = await withKeys(env, checked, () => restore(parts, checked));
      print(`${accounts} accounts and ${files} files, as of ${checked.manifest.created_at}.`);
      for (const line of revokedLines(revoked)) print(line);
      print(REPEAT);
    } finally {
      await queue.stop();
    }
  } finally {
    await database.close();
  }
}

/** Says what was revoked, and for whom, so that the operator can issue it anew. */
function revokedLines(revoked: readonly RevokedAccess[]): readonly string[] {
  if (revoked.length === 0) return ['No key or link was valid.'];
  const lines = revoked.map(({ kind, name }) => (name === null ? kind : `${kind}\t${name}`));
  return [
    `Revoked, because they may have been revoked after the backup: ${revoked.length}. Issue again what is still needed.`,
    ...lines.toSorted(),
  ];
}

/** Writes the secrets before the restore. So even after an interruption there is no database without its secrets. */
async function withKeys<T>(env: Env, { keys, hasKeys }: CheckedBackup, work: () => Promise<T>): Promise<T> {
  if (!hasKeys) return work();
  const before = keysInFile(env.DATA_DIR);
  replaceKeysInFile(env.DATA_DIR, [...new Set([...keys, ...(before ?? [])])]);
  const result = await work().catch((error: unknown) => {
    if (!(error instanceof UnknownOutcomeError)) replaceKeysInFile(env.DATA_DIR, before);
    throw error;
  });
  replaceKeysInFile(env.DATA_DIR, keys);
  return result;
}

/** Lets work clean up at the first signal to end. A second one ends the process at once. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of INTERRUPTIONS) process.once(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt);
  }
}
