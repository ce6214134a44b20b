import { userInfo } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { StartError } from '#server/adapters/errors.ts';
import { errorFields, type Log } from '#server/adapters/log.ts';
import type { Context } from '#server/context.ts';
import { BadEnvironmentError, readEnv } from '#server/env.ts';
import { BackupError } from '#server/backup/archive.ts';
import { actingAs, audit } from '#server/domain/ground/audit.ts';
import { allCommands } from './all-commands.ts';
import {
  ACTOR_NAME,
  CommandError,
  isActorName,
  joinInstallation,
  refuseMisuse,
  UsageError,
  type Command,
  type CommandInput,
  type LoneCommand,
} from './command.ts';
import { printable } from './printable.ts';

const CALL = 'npm run admin --';

/** Commands print only their result to standard output. The log and failures go to standard error. */
const print = (text: string) => void process.stdout.write(`${printable(text)}\n`);
const complain = (about: unknown) =>
  void process.stderr.write(`${printable(typeof about === 'string' ? about : inspect(about))}\n`);

const log: Log = {
  info: () => undefined,
  warn: (first: unknown, message?: string) => complain(message ?? first),
  error: (first: unknown, message?: string) => complain(message ?? first),
};

process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0); // `| head` has seen enough.
  complain(`The result could not be written to its end (${error.message}).`);
  process.exit(1);
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isTold = [CommandError, BackupError, BadEnvironmentError, StartError].some(
    (known) => error instanceof known,
  );
  complain(isTold && error instanceof Error ? error.message : errorFields(error));
  process.exitCode = 1;
}

async function main(argv: readonly string[]): Promise<void> {
  const { values: options, positionals } = parse(argv);
  const [name = 'help', ...words] = positionals;
  if (name === 'help' || options.help === true) return print(help());
  const command = allCommands.find((known) => known.name === name);
  if (!command) throw new CommandError(`There is no command ${name}.\n\n${help()}`);
  try {
    await run(command, { words, options });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CommandError(`${error.message}\n\n${CALL} ${usageOf(command)}`);
  }
}

async function run(
  command: Command | LoneCommand,
  { words, options }: Pick<CommandInput, 'words' | 'options'>,
): Promise<void> {
  const { as, ...own } = options;
  refuseMisuse(command, { words, options: own });
  const input = { env: readEnv(), log, words, options: own, print };
  await actingAs(actorOf(as), async () => {
    if (command.needs === 'nothing') return command.run(input);
    const context = await joinInstallation(input, command.needs);
    try {
      await noteInAudit(context, command.name, words);
      await command.run({ context, words, options: own, print });
    } finally {
      await context.close();
    }
  });
}

/** Every command that reaches applications is in the audit, also one that only reads. */
async function noteInAudit(
  { applicants, clock, database }: Context,
  name: string,
  [word]: readonly string[],
): Promise<void> {
  const applicant = word?.includes('@') === true ? await applicants.find(word) : undefined;
  await audit(database.kysely, { event: `admin ${name}`, at: clock.now(), accountId: applicant?.id });
}

/** Returns who acts: the name given with --as, else the user of the system. */
function actorOf(name: string | boolean | undefined): string {
  if (name === undefined) return userInfo().username;
  if (typeof name !== 'string' || !isActorName(name)) throw new UsageError(`--as takes ${ACTOR_NAME}.`);
  return name;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        as: { type: 'string' },
        by: { type: 'string' },
        json: { type: 'boolean' },
        csv: { type: 'boolean' },
        yes: { type: 'boolean' },
        all: { type: 'boolean' },
        hours: { type: 'string' },
        days: { type: 'string' },
        for: { type: 'string' },
        since: { type: 'string' },
        pdf: { type: 'boolean' },
        zip: { type: 'string' },
        status: { type: 'string' },
        documents: { type: 'string' },
        until: { type: 'string' },
        clear: { type: 'boolean' },
        crowd: { type: 'string' },
      },
    });
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split('\n', 1) : [];
    const command = allCommands.find(({ name }) => name === argv[0]);
    throw new CommandError(`${sentence}\n\n${command ? `${CALL} ${usageOf(command)}` : help()}`);
  }
}

function usageOf({ name, usage }: Command | LoneCommand): string {
  return `${name} ${usage}`.trimEnd();
}

function help(): string {
  const lines = allCommands.map((command) => `  ${usageOf(command)}\n      ${command.description}`);
  return [
    `${CALL} COMMAND`,
    '',
    ...lines,
    '',
    'Works beside a running server and without one; restore without one. Each command takes --as NAME: who is named in the audit, instead of the user of the system.',
  ].join('\n');
}
