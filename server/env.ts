import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { NamedError } from './adapters/errors.ts';
import { variables } from './env-variables.ts';
import { isThisMachine } from './this-machine.ts';

export type Env = {
  readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name]['schema']>;
};

/** The environment cannot be used; `message` is one sentence for the operator. */
export class BadEnvironmentError extends NamedError {}

type Source = Readonly<Record<string, string | undefined>>;

/** With this after its name, a variable is read from a file, as containers get their secrets. */
const FROM_FILE = '_FILE';

/**
 * Reads and checks the environment, and the files that variables such as `DATABASE_URL_FILE` name.
 *
 * @throws {BadEnvironmentError} for the first variable that is wrong
 */
export function parseEnv(given: Source): Env {
  const source = withoutMarks(given);
  const values = Object.entries(variables).map(([name, { schema }]) => {
    const text = textOf(source, name);
    const result = z.safeParse(schema, text);
    if (result.success) return [name, result.data];
    const reason = result.error.issues[0]?.message ?? 'is not valid';
    const advice = isQuoted(text) ? ' The quotes around it are part of it: leave them out' : '';
    throw new BadEnvironmentError(`The environment variable ${name} ${reason}.${advice && `${advice}.`}`);
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every name of `variables` was parsed by its own schema just above
  const env = Object.fromEntries(values) as Env;
  checkTogether(env);
  return env;
}

/** A byte order mark at the beginning of an env file becomes part of the first name. */
function withoutMarks(source: Source): Source {
  const marked = Object.entries(source).filter(([name]) => name.startsWith('\uFEFF'));
  return { ...Object.fromEntries(marked.map(([name, value]) => [name.slice(1), value])), ...source };
}

function textOf(source: Source, name: string): string | undefined {
  const [text, path] = [source[name], source[name + FROM_FILE]?.trim() ?? ''];
  if (path === '') return text;
  if ((text ?? '').trim() !== '')
    throw new BadEnvironmentError(
      `The variables ${name} and ${name}${FROM_FILE} are both set: leave one out.`,
    );
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new BadEnvironmentError(
      `The file ${path} that ${name}${FROM_FILE} names cannot be read (${code}).`,
    );
  }
  if (content === '')
    throw new BadEnvironmentError(`The file ${path} that ${name}${FROM_FILE} names is empty.`);
  return content;
}

/** Docker's `--env-file` keeps quotes; systemd and Node.js remove them. */
function isQuoted(text: string | undefined): boolean {
  return /^\s*(["']).*\1\s*$/s.test(text ?? '');
}

/** Returns a sentence for each value in quotes: where others remove them, the value is another one. */
export function quotedVariables(source: Source = process.env): readonly string[] {
  return Object.keys(variables)
    .filter((name) => isQuoted(source[name]))
    .map(
      (name) => `The value of ${name} is in quotes, which are part of it. Docker's --env-file keeps them.`,
    );
}

/** Reads the process's environment and a `.env` file in the working folder. Nothing else reads `process.env`. */
export function readEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseEnv(process.env);
}

/** On a terminal, a line for each request would hide what a start prints. */
export function logLevelOf({ LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>, isOnTerminal: boolean): string {
  return LOG_LEVEL ?? (isOnTerminal ? 'warn' : 'info');
}

/** Shorter names, such as HOST, resemble those of other programs. */
const RESEMBLING_MIN_CHARS = 6;

/** Returns a sentence for each variable that looks like a misspelled one of ours, while ours is not set. */
export function misspelledVariables(source: Source = process.env): readonly string[] {
  const isSet = (name: string) => (source[name] ?? '').trim() !== '';
  const unset = Object.keys(variables).filter((name) => !isSet(name) && !isSet(name + FROM_FILE));
  return Object.keys(source).flatMap((given) => {
    const named = given.replace('\uFEFF', '').replace(/_FILE$/, '');
    if (given in variables || named in variables || given.startsWith('npm_')) return [];
    const meant = unset.find((name) => resembles(given, name));
    return meant === undefined ? [] : [`The variable ${given} is not read. Did you mean ${meant}?`];
  });
}

/** Whether they differ only in case and underscores, in one letter or two neighbors, or one is cut short. */
export function resembles(given: string, name: string, minChars = RESEMBLING_MIN_CHARS): boolean {
  const [one, other] = [given, name].map((text) => text.replaceAll('_', '').toUpperCase());
  if (one === undefined || other === undefined) return false;
  if (one === other) return true;
  if (Math.min(one.length, other.length) < minChars) return false;
  if (other.startsWith(one)) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [rest, otherRest] = [one.slice(same), other.slice(same)];
  const isSwapped =
    rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
  return (
    isSwapped ||
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1)
  );
}

function checkTogether(env: Env): void {
  const s3 = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = s3.filter((name) => env[name] === undefined);
  if (missing.length > 0 && missing.length < s3.length) {
    throw new BadEnvironmentError(`The S3_ variables must be set together. Missing: ${missing.join(', ')}.`);
  }
  if ((env.WEBHOOK_URL === undefined) !== (env.WEBHOOK_SECRET === undefined)) {
    throw new BadEnvironmentError('The variables WEBHOOK_URL and WEBHOOK_SECRET must be set together.');
  }
  if ((env.OFFICE_USER_HEADER === undefined) !== (env.OFFICE_USER_SECRET === undefined)) {
    throw new BadEnvironmentError(
      'The variables OFFICE_USER_HEADER and OFFICE_USER_SECRET must be set together: without the secret, anybody could send the header.',
    );
  }
  if (env.OFFICE_USER_HEADER !== undefined && env.TRUST_PROXY.length === 0) {
    throw new BadEnvironmentError(
      'The environment variable TRUST_PROXY must name the proxy that sends OFFICE_USER_HEADER.',
    );
  }
  if (env.SMTP_TLS === 'off' && env.SMTP_URL !== undefined) checkPlainSmtp(env.SMTP_URL);
  if (env.WEBHOOK_URL !== undefined) checkWebhook(env.WEBHOOK_URL);
  if (env.NODE_ENV === 'production' && env.DATABASE_URL !== undefined && env.SECRET_KEYS === undefined) {
    throw new BadEnvironmentError(
      'The environment variable SECRET_KEYS must be set in production when DATABASE_URL is, so that every server can read what another one wrote.',
    );
  }
}

function checkPlainSmtp(address: string): void {
  const { protocol, username } = new URL(address);
  if (protocol === 'smtps:') {
    throw new BadEnvironmentError(
      'The environment variable SMTP_TLS must not be off while SMTP_URL begins with smtps:, which is always encrypted.',
    );
  }
  if (username !== '' && !isThisMachine(new URL(address).hostname)) {
    throw new BadEnvironmentError(
      'The environment variable SMTP_TLS must not be off while SMTP_URL has a password: it would cross the network unencrypted.',
    );
  }
}

function checkWebhook(address: string): void {
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol === 'https:' || isThisMachine(hostname) || username + password === '') return;
  throw new BadEnvironmentError(
    'The environment variable WEBHOOK_URL has a password, which would cross the network unencrypted: use an https: address.',
  );
}
