import * as z from 'zod/mini';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import { CommandError, defineCommand } from '../command.ts';
import { email, flag } from '../takes.ts';

const STATES = { waiting: 'waiting', done: 'sent', failed: 'failed' } as const;

export const mails = defineCommand({
  name: 'mails',
  takes: { email: z.optional(email), json: flag },
  description:
    'Lists mails that wait, and mails of the last day that were sent or failed: address, kind, state, time. With an address, only the mails to it.',
  async run({ context, row, email: address }) {
    if (address?.includes('@') === false) throw new CommandError(`${address} is not an e-mail address.`);
    const wanted = address && normalizeUsername(address);
    for (const { data, state, at } of await context.queue.kept(mailJob)) {
      if (data.kind === 'none') continue;
      const username = data.kind === 'address-left' ? data.to : data.username;
      if (wanted !== undefined && username !== wanted) continue;
      row({ username, kind: data.kind, state: STATES[state], time: at.toISOString() });
    }
  },
});
