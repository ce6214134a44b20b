import type { Log } from '#server/adapters/log.ts';
import type { Context } from '#server/context.ts';
import type { Applicant } from '#server/domain/applicants.ts';
import type { Env } from '#server/env.ts';

export interface CommandInput {
  readonly context: Context;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  print(text: string): void;
}

export interface Command {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly description: string;
  /** What it says of an installation that is not there yet would be taken for the whole truth. */
  readonly needsDatabase?: boolean;
  run(input: CommandInput): Promise<void>;
  /** What can be done all the same when the database is down; the command fails nevertheless. */
  runWithoutDatabase?(input: LoneInput): Promise<void>;
}

export interface LoneInput extends Omit<CommandInput, 'context'> {
  readonly env: Env;
  readonly log: Log;
}

/** A command that must be alone with the installation, before any of its parts is made. */
export interface LoneCommand extends Pick<Command, 'name' | 'usage' | 'description'> {
  runAlone(input: LoneInput): Promise<void>;
}

/** What to do about documents that the storage should have. */
export const WHERE_LOST_ARE =
  'Run this with the environment of the server; if they are gone, they may be in an older backup.';

/** The command cannot be done as asked; `message` is for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export async function applicantOf({ context, words }: CommandInput): Promise<Applicant> {
  const [username] = words;
  if (username === undefined) throw new CommandError('Which applicant? Give the e-mail address.');
  const applicant = await context.applicants.find(username);
  if (!applicant) throw new CommandError(`There is no applicant with the address ${username}.`);
  return applicant;
}

export function hoursOf({ options }: CommandInput, fallback: number): number {
  const hours = options['hours'] === undefined ? fallback : Number(options['hours']);
  if (!(hours > 0 && hours <= 24 * 366))
    throw new CommandError('--hours takes a number of hours, a year at most.');
  return hours * 3_600_000;
}
