import { hasCluster } from '#server/adapters/database/cluster.ts';
import type { Log } from '#server/adapters/log.ts';
import { makeContext, type Context } from '#server/context.ts';
import type { Applicant } from '#server/domain/application/applicants.ts';
import type { Env } from '#server/env.ts';

export interface CommandInput {
  readonly context: Context;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  print(text: string): void;
}

interface Described {
  readonly name: string;
  /** The words and options after the name. */
  readonly usage: string;
  readonly description: string;
  /** The most words after the name. */
  readonly maxWords: number;
}

/** A command that needs the parts of an installation. */
export interface Command extends Described {
  /** `place`: the command may also create an installation, because it is useful before the first start. */
  readonly needs?: 'place';
  run(input: CommandInput): Promise<void>;
}

export interface LoneInput extends Omit<CommandInput, 'context'> {
  readonly env: Env;
  readonly log: Log;
}

/** A command that makes the parts it needs itself. */
export interface LoneCommand extends Described {
  readonly needs: 'nothing';
  run(input: LoneInput): Promise<void>;
}

/** Advice for documents that are missing from the storage. */
export const WHERE_LOST_ARE =
  'Run this with the environment of the server; if they are gone, they may be in an older backup.';

/** Describes the names that the audit takes. */
export const ACTOR_NAME = 'a name of one line, 100 characters at most';

export function isActorName(name: string): boolean {
  return name.trim() !== '' && name.length <= 100 && !/\p{Cc}/u.test(name);
}

export const WHICH_APPLICANT = 'Which applicant? Give the e-mail address.';

/** The command cannot do this. `message` is for the operator. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The words or options are wrong. The usage is printed, too. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/**
 * Refuses words and options that the command does not know: with a typo it would do something unintended.
 *
 * @throws {UsageError}
 */
export function refuseMisuse(
  { name, usage, maxWords }: Described,
  { words, options }: Pick<CommandInput, 'words' | 'options'>,
): void {
  const stray = words[maxWords];
  if (stray !== undefined) throw new UsageError(`There is a word too much: ${stray}.`);
  const own = new Set(usage.match(/--\w+/g));
  const strange = Object.keys(options).find((option) => !own.has(`--${option}`));
  if (strange !== undefined) throw new UsageError(`--${strange} is no option of ${name}.`);
}

/**
 * Makes the parts of the installation, for a command beside a running server or without one.
 *
 * @param needs as the command declares: with `place` a missing installation is created
 * @throws {CommandError} when there is no installation: results from a new one would be taken for the real one's
 * @throws {StartError}
 */
export async function joinInstallation({ env, log }: LoneInput, needs?: 'place'): Promise<Context> {
  if (needs !== 'place' && env.DATABASE_URL === undefined && !hasCluster(env.DATA_DIR)) {
    throw new CommandError(
      `There is no database in DATA_DIR ${env.DATA_DIR}. Run this with the environment of the server, after its first start.`,
    );
  }
  return makeContext(env, { log, role: 'join' });
}

export async function applicantOf({ context, words }: CommandInput): Promise<Applicant> {
  const [username] = words;
  if (username === undefined) throw new UsageError(WHICH_APPLICANT);
  const applicant = await context.applicants.find(username);
  if (!applicant) throw new CommandError(`There is no applicant with the address ${username}.`);
  return applicant;
}

export function hoursOf({ options }: CommandInput, fallback: number): number {
  const given = options['hours'] ?? String(fallback);
  const hours = /^\d+(\.\d+)?$/.test(String(given)) ? Number(given) : Number.NaN;
  if (!(hours > 0 && hours <= 24 * 366))
    throw new UsageError('--hours takes a number of hours, a year at most.');
  return hours * 3_600_000;
}
