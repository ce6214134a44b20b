import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { SettingError, StartError } from './adapters/errors.ts';
import { inTime } from './adapters/in-time.ts';
import { errorFields, type Log } from './adapters/log.ts';
import { watchParents } from './adapters/parents.ts';
import { warnOfMissingParts } from './adapters/system-parts.ts';
import { buildApp, buildWorkerApp } from './app.ts';
import { makeContext, type Context } from './context.ts';
import { FOREIGN_STORAGE, hasOwnStorage } from './domain/documents/installation.ts';
import {
  BadEnvironmentError,
  logLevelOf,
  misspelledVariables,
  quotedVariables,
  readEnv,
  type Env,
} from './env.ts';
import { hasMailbox, publicUrlOf, warningsOf } from './reach.ts';
import { mailboxPath } from './routes/mailbox.ts';
import { startJobs } from './start-jobs.ts';

/** EX_CONFIG of sysexits.h: a supervisor, such as deploy's unit, does not restart us before something changes. */
const EXIT_BAD_SETTING = 78;
/** Requests and jobs have this long to finish. Then the server closes all parts. */
const DRAIN_DEADLINE_MS = 9000;
const STOP_DEADLINE_MS = 25_000;

try {
  await start(readEnv());
} catch (error) {
  console.error(sentenceFor(error) ?? errorFields(error));
  process.exit(isLasting(error) ? EXIT_BAD_SETTING : 1);
}

async function start(env: Env): Promise<void> {
  requireWorkers(env);
  const log = pino({ level: logLevelOf(env, process.stdout.isTTY), base: null });
  const context = await makeContext(env, { log });
  const app = env.WORKERS === 'only' ? undefined : await buildApp(context, { logger: log });
  const workerApp =
    app === undefined && env.WORKER_PORT !== undefined ? buildWorkerApp(context, { logger: log }) : undefined;
  const stop = stopOnce(log, async () => {
    context.drain();
    const late = sleep(DRAIN_DEADLINE_MS, undefined, { ref: false });
    await Promise.all([
      Promise.race([(app ?? workerApp)?.close(), late]),
      context.queue.stop(DRAIN_DEADLINE_MS),
    ]);
    await context.close();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // Node resets the SIGHUP that nohup ignores. npm then ends with the terminal, and the server goes on.
  const outlivesTerminal = env._?.endsWith('/nohup') === true;
  process.on('SIGHUP', outlivesTerminal ? () => undefined : stop);
  if (env.npm_lifecycle_event !== undefined && !outlivesTerminal) watchParents(stop);

  try {
    if (env.WORKERS !== 'none') {
      await warnOfMissingParts(context, log);
      await warnOfForeignStorage(context, log);
      await startJobs(context);
    }
    await app?.listen({ port: env.PORT, host: env.HOST });
    await workerApp?.listen({ port: env.WORKER_PORT ?? 0, host: env.HOST });
  } catch (error) {
    await context.close();
    throw error;
  }
  const address = app?.server.address();
  const PORT = typeof address === 'object' && address !== null ? address.port : env.PORT;
  for (const warning of [...misspelledVariables(), ...quotedVariables(), ...warningsOf(env)])
    log.warn(warning);
  const url = publicUrlOf({ ...env, PORT });
  if (app) console.log(`The application form is at ${url}`);
  const isReadable = app !== undefined && hasMailbox(env, context.mail);
  const readAt = isReadable ? ` and can be read at ${url}${mailboxPath(context.secrets)}` : '';
  console.log(`Mails go to ${context.mail.destination}${readAt}`);
}

/** A start does not wait for a storage that cannot be reached. Each sweep compares database and storage again. */
async function warnOfForeignStorage(context: Context, log: Log): Promise<void> {
  const isOwn = hasOwnStorage(context).catch(() => true);
  if (!(await inTime(isOwn, true))) log.error(FOREIGN_STORAGE);
}

/** Refuses WORKERS=none without DATABASE_URL. Only the server checks this: commands never run jobs themselves. */
function requireWorkers({ WORKERS, DATABASE_URL }: Env): void {
  if (WORKERS !== 'none' || DATABASE_URL !== undefined) return;
  throw new BadEnvironmentError(
    'The environment variable WORKERS must not be none without DATABASE_URL: no other process can do the jobs of a private database, and no mail would ever be sent.',
  );
}

/** Stops on the first call and ignores further calls. Forces the exit if closing takes too long. */
function stopOnce(log: Log, close: () => Promise<void>): () => void {
  let isStopping = false;
  return () => {
    if (isStopping) return;
    isStopping = true;
    const deadline = setTimeout(() => {
      log.error('Stopping took too long.');
      process.exit(1);
    }, STOP_DEADLINE_MS);
    deadline.unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(errorFields(error), 'Stopping failed.');
        process.exit(1);
      },
    );
  };
}

/** An unreachable database or an occupied port may be available at the next start, so those errors do not last. */
function isLasting(error: unknown): boolean {
  return error instanceof BadEnvironmentError || error instanceof SettingError;
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof BadEnvironmentError || error instanceof StartError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${'port' in error ? String(error.port) : ''} is already in use; stop the other program, or set PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is not an address of this machine.`;
    case 'EACCES':
      return `This user may not listen on that PORT.`;
    default:
      return undefined;
  }
}
