import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { answersBody } from '#contract/answers.ts';
import { questionFor } from '#form/form.ts';
import { publicUrlOf } from '#server/reach.ts';
import { applicantOf, CommandError, hoursOf, type Command, UsageError } from '../command.ts';
import { printIssued } from '../issued.ts';

const SERVICE_LINK_HOURS = 72;
const ANSWER_LINK_HOURS = 24;
/** Matches a token, alone or in a link. */
const TOKEN = /(?:^|[?&](?:service_)?token=)([\w-]{43})(?:$|[&#])/;

const serviceLink: Command = {
  name: 'service-link',
  usage: 'E-MAIL [--hours 72]',
  maxWords: 1,
  description: 'Prints a link to the read-only view of one application.',
  async run(input) {
    const { id } = await applicantOf(input);
    const { tokens, env } = input.context;
    const { token } = await tokens.issueServiceToken(id, hoursOf(input, SERVICE_LINK_HOURS));
    input.print(`${publicUrlOf(env)}/about?service_token=${token}`);
  },
};

const answerLink: Command = {
  name: 'answer-link',
  usage: 'FILE.json [--hours 24]',
  maxWords: 1,
  description: 'Prints a link that shows the answers of a JSON file, by key, to whoever opens it.',
  async run(input) {
    const [path] = input.words;
    if (path === undefined)
      throw new UsageError('Which file? Give the path of a JSON file with answers by key.');
    const answers = await readAnswers(path);
    const { tokens, env } = input.context;
    const { token } = await tokens.issueAnswersToken(answers, hoursOf(input, ANSWER_LINK_HOURS));
    input.print(`${publicUrlOf(env)}/about?token=${token}`);
  },
};

const links: Command = {
  name: 'links',
  usage: 'E-MAIL [--json]',
  maxWords: 1,
  description:
    'Lists the service links of an applicant: id, state, end, last use. The links themselves cannot be shown again.',
  async run(input) {
    const { id } = await applicantOf(input);
    for (const token of await input.context.tokens.list(id)) printIssued(input, token);
  },
};

const revoke: Command = {
  name: 'revoke',
  usage: 'E-MAIL | LINK-ID | LINK | -',
  maxWords: 1,
  description:
    'Ends all service links of an applicant, or one link or key of any kind, given by its id or by itself. With -, it is read from standard input, where no list of processes shows it.',
  async run(input) {
    const { tokens, officeLinks } = input.context;
    const [word = ''] = input.words;
    const which = (word === '-' ? await text(process.stdin) : word).trim();
    if (which === '')
      throw new UsageError('What is to be revoked? Give an e-mail address, a link or its id.');
    if (z.safeParse(z.uuid(), which).success) {
      if (!(await tokens.revoke(which)) && !(await officeLinks.revoke({ id: which })))
        throw new CommandError('There is no good link with this id.');
      return input.print('Revoked 1 link.');
    }
    const [, token] = TOKEN.exec(which) ?? [];
    if (token !== undefined) {
      if (!(await tokens.revokeToken(token)) && !(await officeLinks.revoke({ token })))
        throw new CommandError('This link is not good any more.');
      return input.print('Revoked 1 link.');
    }
    const { id } = await applicantOf({ ...input, words: [which] });
    input.print(`Revoked ${await tokens.revokeAll(id)} links.`);
  },
};

async function readAnswers(path: string): Promise<Record<string, string>> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read.`);
  });
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
  const refused = `${path} does not hold answers by key.`;
  const { issues } = result.error;
  if (issues.some((issue) => issue.path.length === 0))
    throw new CommandError(`${refused} It has to hold an object, like {"first_name": "Ada"}.`);
  const reasons = issues.slice(0, 10).map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new CommandError([refused, ...reasons].join('\n'));
}

/** Removes the time of submission, which is part of an export but not an answer. */
function withoutStamps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => questionFor(key)?.kind !== 'stamp'));
}

export const linkCommands: readonly Command[] = [serviceLink, answerLink, links, revoke];
