import * as z from 'zod/mini';
import { hasCluster } from '#server/adapters/database/cluster.ts';
import type { Log } from '#server/adapters/log.ts';
import { makeContext, type Context } from '#server/context.ts';
import type { Applicant } from '#server/domain/application/applicants.ts';
import type { Env } from '#server/env.ts';
import type { Takes } from './takes.ts';
import { NamedError } from '#server/adapters/errors.ts';

/** What a command works with. */
export interface Parts {
  readonly context: Context;
  print(text: string): void;
}

/** What a command works with that makes the parts of an installation itself. */
export interface LoneParts {
  readonly env: Env;
  readonly log: Log;
  print(text: string): void;
}

/** The options of a call by name, not checked yet. */
export type Options = Readonly<Record<string, unknown>>;

interface Readable<Given> {
  readonly name: string;
  /** The name, the words and the options, as a person would write them. */
  readonly usage: string;
  readonly description: string;
  /** The options by name, in the form that `parseArgs` takes. */
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /**
   * Reads the words and options of a call. Returns what runs it.
   *
   * @throws {UsageError}
   */
  read(words: readonly string[], options: Options): (given: Given) => Promise<void>;
}

/** `place`: the command may also create an installation, because it is useful before the first start. */
export interface Command extends Readable<Parts> {
  readonly needs: 'installation' | 'place';
}
export interface LoneCommand extends Readable<LoneParts> {
  readonly needs: 'nothing';
}

type Cell = string | number | null | undefined;

/** What the frame makes for each command. */
export interface Printing {
  /** Prints one result: with `--json` as that, else its cells with tabs between them, and `-` for an empty one. */
  row(record: object, cells?: readonly Cell[]): void;
}

interface Declared<Taken extends Takes, Given> {
  readonly name: string;
  readonly takes: Taken;
  readonly description: string;
  run(given: Given & Printing & z.output<z.ZodMiniObject<Taken>>): Promise<void>;
}

/** Declares a command that needs the parts of an installation. */
export function defineCommand<Taken extends Takes>(
  declared: Declared<Taken, Parts> & { readonly needs?: 'place' },
): Command {
  return { needs: declared.needs ?? 'installation', ...readable<Taken, Parts>(declared) };
}

/** Declares a command that makes the parts it needs itself. */
export function defineLoneCommand<Taken extends Takes>(declared: Declared<Taken, LoneParts>): LoneCommand {
  return { needs: 'nothing', ...readable<Taken, LoneParts>(declared) };
}

function readable<Taken extends Takes, Given extends Pick<Parts, 'print'>>(
  declared: Declared<Taken, Given>,
): Readable<Given> {
  const { name, takes, description } = declared;
  const schema = z.strictObject(takes);
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  const words: string[] = [];
  const options: Record<string, { readonly type: 'string' | 'boolean' }> = {};
  const usage = [name];
  for (const [key, property] of Object.entries(properties)) {
    if (typeof property === 'boolean') continue;
    const { type, word, shown, enum: values = [] } = property;
    const isWord = typeof word === 'string';
    const isFlag = type === 'boolean';
    if (isWord) words.push(key);
    else options[key] = { type: isFlag ? 'boolean' : 'string' };
    const value = typeof shown === 'string' ? shown : values.join('|');
    const written = isWord ? word : isFlag ? `--${key}` : `--${key} ${value}`;
    usage.push(required.includes(key) ? written : `[${written}]`);
  }
  return {
    name,
    usage: usage.join(' '),
    description,
    options,
    read(given, chosen) {
      const stray = given[words.length];
      if (stray !== undefined) throw new UsageError(`There is one word too many: ${stray}.`);
      const named = Object.fromEntries(given.map((text, index) => [words[index], text]));
      const { data, error } = z.safeParse(schema, { ...chosen, ...named });
      if (error) throw new UsageError(whatIsWrong(error, name));
      const row =
        (print: Parts['print']) =>
        (record: object, cells: readonly Cell[] = Object.values(record)) =>
          print(
            'json' in data && data.json === true
              ? JSON.stringify(record)
              : cells.map((cell) => String(cell ?? '') || '-').join('\t'),
          );
      return (parts) => declared.run({ ...parts, row: row(parts.print), ...data });
    },
  };
}

/** Says what is wrong with the words and options of a call. */
export function whatIsWrong({ issues }: z.core.$ZodError, name: string): string {
  // With a typo in an option, the command would do something unintended.
  const strange = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  return strange.length > 0
    ? `${name} has no option --${strange.join(', --')}.`
    : issues.map(({ message }) => message).join('\n');
}

/** Advice for documents that are missing from the storage. */
export const WHERE_LOST_ARE =
  'Run this with the environment of the server. If they are gone, an older backup may have them.';

/** The command cannot do this. `message` is for the operator. */
export class CommandError extends NamedError {}

/** The words or options are wrong. The usage is printed, too. */
export class UsageError extends CommandError {}

/**
 * Makes the parts of the installation, for a command beside a running server or without one.
 *
 * @param needs as the command declares: with `place` a missing installation is created
 * @throws {CommandError} when there is no installation: results from a new one would be taken for the real one's
 * @throws {StartError}
 */
export async function joinInstallation(
  { env, log }: Pick<LoneParts, 'env' | 'log'>,
  needs: Command['needs'] = 'installation',
): Promise<Context> {
  if (needs !== 'place' && env.DATABASE_URL === undefined && !hasCluster(env.DATA_DIR)) {
    throw new CommandError(
      `There is no database in DATA_DIR ${env.DATA_DIR}. Run this with the environment of the server, after its first start.`,
    );
  }
  return makeContext(env, { log, role: 'join' });
}

export async function applicantOf({ applicants }: Context, word: string): Promise<Applicant> {
  const applicant = await applicants.find(word);
  if (!applicant) throw new CommandError(`There is no applicant with the address or number ${word}.`);
  return applicant;
}
