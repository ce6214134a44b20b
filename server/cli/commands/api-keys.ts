import { ACTOR_NAME, isActorName, UsageError, type Command } from '../command.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 3650;
const DAYS = 365;

const apiKey: Command = {
  name: 'api-key',
  usage: `--for NAME [--days ${DAYS}] [--json]`,
  maxWords: 0,
  description:
    'Prints a key with which a program fetches all submitted applications, whole; see docs/integrate.md. The audit has the name. Nobody can see the key again.',
  async run({ context, options, print }) {
    const holder = options['for'];
    if (typeof holder !== 'string' || !isActorName(holder))
      throw new UsageError(`--for takes ${ACTOR_NAME}.`);
    const { id, token, expiresAt } = await context.tokens.issueKey(holder, daysOf(options['days']) * DAY_MS);
    const until = expiresAt.toISOString();
    print(options['json'] === true ? JSON.stringify({ id, key: token, holder, until }) : token);
  },
};

const apiKeys: Command = {
  name: 'api-keys',
  usage: '[--json]',
  maxWords: 0,
  description: 'Lists the keys of programs: id, holder, state, end, last use. `revoke ID` ends one.',
  async run({ context, options, print }) {
    const now = context.clock.now();
    for (const key of await context.tokens.keys()) {
      const { id, holder } = key;
      const state = key.revoked_at ? 'revoked' : key.expires_at <= now ? 'expired' : 'good';
      const until = key.expires_at.toISOString();
      const lastUsed = key.last_used_at?.toISOString() ?? null;
      print(
        options['json'] === true
          ? JSON.stringify({ id, holder, state, until, lastUsed })
          : [id, holder, state, `until ${until}`, lastUsed ?? 'never used'].join('\t'),
      );
    }
  },
};

function daysOf(given: string | boolean | undefined): number {
  const days = Number(/^\d{1,4}$/.exec(String(given ?? DAYS))?.[0] ?? 0);
  if (days < 1 || days > DAYS_MAX) throw new UsageError(`--days takes a whole number from 1 to ${DAYS_MAX}.`);
  return days;
}

export const apiKeyCommands: readonly Command[] = [apiKey, apiKeys];
