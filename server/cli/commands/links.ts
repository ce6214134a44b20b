import { text as readAll } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { answersBody } from '#contract/answers.ts';
import { questionFor } from '#form/form.ts';
import { publicUrlOf } from '#server/reach.ts';
import { applicantOf, CommandError, defineCommand, UsageError } from '../command.ts';
import { printIssued } from '../issued.ts';
import { readGiven } from '../standard-streams.ts';
import { email, flag, hours, text } from '../takes.ts';

const SERVICE_LINK_HOURS = 72;
const ANSWER_LINK_HOURS = 24;
const WHICH_LINK = 'What is to be revoked? Give an e-mail address, a link or its id.';
/** Matches a token, alone or in a link. */
const TOKEN = /(?:^|[?&](?:service_)?token=)([\w-]{43})(?:$|[&#])/;

export const serviceLink = defineCommand({
  name: 'service-link',
  takes: { email, hours: hours(SERVICE_LINK_HOURS) },
  description: 'Prints a link to the read-only view of one application.',
  async run({ context, print, email: username, hours: ttlMs }) {
    const { id } = await applicantOf(context, username);
    const { token } = await context.tokens.issueServiceToken(id, ttlMs);
    print(`${publicUrlOf(context.env)}/about?service_token=${token}`);
  },
});

export const answerLink = defineCommand({
  name: 'answer-link',
  takes: {
    file: text('FILE.json', 'Which file? Give the path of a JSON file with answers by key.'),
    hours: hours(ANSWER_LINK_HOURS),
  },
  description: 'Prints a link that shows the answers in a JSON file, by key, to everybody who opens it.',
  async run({ context, print, file, hours: ttlMs }) {
    const { token } = await context.tokens.issueAnswersToken(await readAnswers(file), ttlMs);
    print(`${publicUrlOf(context.env)}/about?token=${token}`);
  },
});

export const links = defineCommand({
  name: 'links',
  takes: { email, json: flag },
  description:
    'Lists the service links of an applicant: id, state, end, last use. The links themselves cannot be shown again.',
  async run(input) {
    const { id } = await applicantOf(input.context, input.email);
    for (const token of await input.context.tokens.list(id)) printIssued(input, token);
  },
});

export const revoke = defineCommand({
  name: 'revoke',
  takes: { what: text('E-MAIL | LINK-ID | LINK | -', WHICH_LINK) },
  description:
    'Revokes all service links of an applicant, or one link or key of any kind, given by its id or by itself. With -, reads it from standard input, so that no list of processes shows it.',
  async run({ context, print, what }) {
    const { tokens } = context;
    const which = (what === '-' ? await readAll(process.stdin) : what).trim();
    if (which === '') throw new UsageError(WHICH_LINK);
    const [, token] = TOKEN.exec(which) ?? [];
    const isId = z.safeParse(z.uuid(), which).success;
    if (isId || token !== undefined) {
      const numRevoked = await tokens.revoke(token === undefined ? { id: which } : { token });
      if (numRevoked === 0)
        throw new CommandError(
          isId ? 'There is no valid link or key with this id.' : 'This link or key is not valid.',
        );
      return print('Revoked 1 link.');
    }
    const { id } = await applicantOf(context, which);
    print(`Revoked ${await tokens.revoke({ account_id: id })} links.`);
  },
});

async function readAnswers(path: string): Promise<Record<string, string>> {
  const source = new TextDecoder().decode(await readGiven(path));
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new CommandError(`${path} is not valid JSON.`);
  }
  // The file contains the answers themselves, or a profile or an export that contains them.
  const { data: wrapped } = z.safeParse(z.object({ answer: z.record(z.string(), z.unknown()) }), value);
  const result = z.safeParse(answersBody, withoutStamps(wrapped?.answer ?? value));
  if (result.success) return result.data;
  const refused = `${path} does not contain answers by key.`;
  const { issues } = result.error;
  if (issues.some((issue) => issue.path.length === 0))
    throw new CommandError(`${refused} It must contain an object, such as {"first_name": "Ada"}.`);
  const reasons = issues.slice(0, 10).map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new CommandError([refused, ...reasons].join('\n'));
}

/** Removes the time of submission, which is part of an export but not an answer. */
function withoutStamps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => questionFor(key)?.kind !== 'stamp'));
}
