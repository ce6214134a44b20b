import { defineCommand } from '../command.ts';
import { printIssued } from '../issued.ts';
import { actor, days, flag } from '../takes.ts';

const DAYS = 365;

export const apiKey = defineCommand({
  name: 'api-key',
  takes: { for: actor('--for'), days: days(DAYS), json: flag },
  description:
    'Prints a key with which a program fetches all submitted applications, complete (see docs/integrate.md). The audit records under NAME what it fetches. The key cannot be shown again.',
  async run({ context, row, for: holder, days: ttlMs }) {
    const { id, token, expiresAt } = await context.tokens.issueKey(holder, ttlMs);
    const until = expiresAt.toISOString();
    row({ id, key: token, holder, until }, [token]);
  },
});

export const apiKeys = defineCommand({
  name: 'api-keys',
  takes: { json: flag },
  description: 'Lists the keys of programs: id, holder, state, end, last use. `revoke ID` revokes one.',
  async run(input) {
    for (const key of await input.context.tokens.keys()) printIssued(input, key);
  },
});
