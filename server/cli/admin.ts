import { inspect, parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { NamedError, StartError } from '#server/adapters/errors.ts';
import { errorFields, type Log } from '#server/adapters/log.ts';
import type { Context } from '#server/context.ts';
import { BadEnvironmentError, readEnv, resembles } from '#server/env.ts';
import { BackupError } from '#server/backup/archive.ts';
import { actingAs, audit } from '#server/domain/ground/audit.ts';
import { allCommands } from './all-commands.ts';
import {
  CommandError,
  joinInstallation,
  UsageError,
  whatIsWrong,
  type Command,
  type LoneCommand,
  type Options,
} from './command.ts';
import { printable } from './printable.ts';
import { systemUser } from './system-user.ts';
import { actor } from './takes.ts';

const CALL = 'npm run admin --';
const LIST = `${CALL} help lists all commands.`;

/** Nobody takes what is printed any more. */
class OutputEndedError extends NamedError {}

let hasOutputEnded = false;
/** Commands print only their result to standard output. The log and failures go to standard error. */
const print = (text: string) => {
  // A command ends at its next result, never in the middle of its work.
  if (hasOutputEnded) throw new OutputEndedError();
  process.stdout.write(`${printable(text)}\n`);
};
const complain = (about: unknown) =>
  void process.stderr.write(`${printable(typeof about === 'string' ? about : inspect(about))}\n`);

const log: Log = {
  info: () => undefined,
  warn: (first: unknown, message?: string) => complain(message ?? first),
  error: (first: unknown, message?: string) => complain(message ?? first),
};

process.stdout.on('error', (error) => {
  if (hasOutputEnded) return;
  hasOutputEnded = true;
  if ('code' in error && error.code === 'EPIPE') return; // `| head` has seen enough.
  complain(`The result could not be written completely (${error.message}).`);
  process.exitCode = 1;
});
process.stderr.on('error', () => undefined);

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof OutputEndedError)) {
    const isTold = [CommandError, BackupError, BadEnvironmentError, StartError].some(
      (known) => error instanceof known,
    );
    complain(isTold && error instanceof Error ? error.message : errorFields(error));
    process.exitCode = 1;
  }
}

async function main(argv: readonly string[]): Promise<void> {
  const { values: options, positionals } = parse(argv);
  const [name = 'help', ...words] = positionals;
  const command = commandOf(name);
  if (name === 'help' || (options['help'] === true && !command)) return print(help());
  if (!command) throw new CommandError(unknown(name));
  if (options['help'] === true) return print(`${CALL} ${command.usage}\n\n${command.description}`);
  try {
    await run(command, words, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CommandError(`${error.message}\n\n${CALL} ${command.usage}`);
  }
}

async function run(
  command: Command | LoneCommand,
  words: readonly string[],
  { as: name, ...options }: Options,
): Promise<void> {
  const by = z.safeParse(z.optional(actor('--as')), name);
  if (by.error) throw new UsageError(whatIsWrong(by.error, command.name));
  const env = readEnv();
  await actingAs(by.data ?? systemUser(), async () => {
    if (command.needs === 'nothing') return command.read(words, options)({ env, log, print });
    const start = command.read(words, options);
    const context = await joinInstallation({ env, log }, command.needs);
    try {
      await noteInAudit(context, command.name, words);
      await start({ context, print });
    } finally {
      await context.close();
    }
  });
}

/** The audit records every command that reaches applications, even if it only reads. */
async function noteInAudit(
  { applicants, clock, database }: Context,
  name: string,
  [word]: readonly string[],
): Promise<void> {
  const applicant = word === undefined ? undefined : await applicants.find(word);
  await audit(database.kysely, { event: `admin ${name}`, at: clock.now(), accountId: applicant?.id });
}

function parse(argv: readonly string[]) {
  const options: Command['options'] = Object.assign(
    { help: { type: 'boolean' }, as: { type: 'string' } },
    ...allCommands.map((command) => command.options),
  );
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    // Node adds advice about its own notation.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\n| To specify /, 1) : [];
    const command = commandOf(argv[0]);
    throw new CommandError(`${sentence}\n\n${command ? `${CALL} ${command.usage}` : LIST}`);
  }
}

function commandOf(name: string | undefined): Command | LoneCommand | undefined {
  return allCommands.find((known) => known.name === name);
}

function unknown(name: string): string {
  const meant = allCommands.find((known) => resembles(name, known.name, 3));
  const question = meant === undefined ? '' : ` Did you mean ${meant.name}?`;
  return `There is no command ${name}.${question}\n\n${meant === undefined ? LIST : `${CALL} ${meant.usage}`}`;
}

function help(): string {
  const lines = allCommands.map(({ usage, description }) => `  ${usage}\n      ${description}`);
  return [
    `${CALL} COMMAND`,
    '',
    ...lines,
    '',
    'Commands work beside a running server and without one; restore works only without one. Each command takes --as NAME: the audit then names that person instead of the user of the system. A FILE that is - is standard input or output.',
  ].join('\n');
}
