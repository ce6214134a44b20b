import { publicUrlOf } from '#server/reach.ts';
import { UsageError, type Command, type CommandInput } from '../command.ts';

const LINK_DAYS = 30;
const DAYS_MAX = 366;
const MS_PER_DAY = 86_400_000;
const NAME_MAX_CHARS = 100;

const officeLink: Command = {
  name: 'office-link',
  usage: '--for NAME [--days 30]',
  maxWords: 0,
  description:
    'Prints a link for one person of the office: to the list of all applications, to read, print and save them.',
  async run({ context, options, print }) {
    const name = typeof options['for'] === 'string' ? options['for'].trim() : '';
    if (name === '' || name.length > NAME_MAX_CHARS)
      throw new UsageError('Whose link? Give a name of 100 characters at most with --for.');
    const token = await context.officeLinks.issue(name, daysOf(options) * MS_PER_DAY);
    print(`${publicUrlOf(context.env)}/office?token=${token}`);
  },
};

const officeLinks: Command = {
  name: 'office-links',
  usage: '[--json]',
  maxWords: 0,
  description:
    'Lists the links of the office: id, person, state, last use. The links themselves are known to nobody.',
  async run({ context, options, print }) {
    const now = context.clock.now();
    for (const link of await context.officeLinks.list()) {
      const state = link.revoked_at ? 'revoked' : link.expires_at <= now ? 'expired' : 'good';
      const until = link.expires_at.toISOString();
      const lastUsed = link.last_used_at?.toISOString() ?? null;
      print(
        options['json'] === true
          ? JSON.stringify({ link: link.id, for: link.name, state, until, lastUsed })
          : [link.id, link.name, state, `until ${until}`, lastUsed ?? 'never used'].join('\t'),
      );
    }
  },
};

function daysOf({ days = String(LINK_DAYS) }: CommandInput['options']): number {
  const number = /^\d+$/.test(String(days)) ? Number(days) : Number.NaN;
  if (!(number >= 1 && number <= DAYS_MAX))
    throw new UsageError('--days takes a number of days, a year at most.');
  return number;
}

export const officeCommands: readonly Command[] = [officeLink, officeLinks];
