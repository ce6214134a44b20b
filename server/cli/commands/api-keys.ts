import type { Command } from '../command.ts';
import { daysOf, holderOf, printIssued } from '../issued.ts';

const DAYS = 365;

const apiKey: Command = {
  name: 'api-key',
  usage: `--for NAME [--days ${DAYS}] [--json]`,
  maxWords: 0,
  description:
    'Prints a key with which a program fetches all submitted applications, whole (see docs/integrate.md). The audit records what it fetches under NAME. The key cannot be shown again.',
  async run({ context, options, print }) {
    const holder = holderOf(options);
    const { id, token, expiresAt } = await context.tokens.issueKey(holder, daysOf(options, DAYS));
    const until = expiresAt.toISOString();
    print(options['json'] === true ? JSON.stringify({ id, key: token, holder, until }) : token);
  },
};

const apiKeys: Command = {
  name: 'api-keys',
  usage: '[--json]',
  maxWords: 0,
  description: 'Lists the keys of programs: id, holder, state, end, last use. `revoke ID` ends one.',
  async run(input) {
    for (const key of await input.context.tokens.keys()) printIssued(input, key);
  },
};

export const apiKeyCommands: readonly Command[] = [apiKey, apiKeys];
