import { normalizeUsername } from '#contract/normalize-username.ts';
import { keptJobs } from '#server/adapters/queue-jobs.ts';
import { mailJob } from '#server/domain/mails/mail-jobs.ts';
import { CommandError, type Command } from '../command.ts';

const STATES = { waiting: 'waiting', done: 'sent', failed: 'failed' } as const;

export const mails: Command = {
  name: 'mails',
  usage: '[E-MAIL] [--json]',
  maxWords: 1,
  description:
    'Lists the mails that wait, and those that were sent or have failed in the last day: address, kind, state, time; all of them, or those to one address.',
  async run({ context, words, options, print }) {
    const [address] = words;
    if (address?.includes('@') === false) throw new CommandError(`${address} is no e-mail address.`);
    const wanted = address && normalizeUsername(address);
    for (const { data, state, at } of await keptJobs(context.database, mailJob)) {
      if (data.kind === 'none') continue;
      const username = data.kind === 'address-left' ? data.to : data.username;
      if (wanted !== undefined && username !== wanted) continue;
      const mail = {
        username,
        kind: data.kind,
        state: STATES[state],
        time: at.toISOString(),
      };
      print(options['json'] === true ? JSON.stringify(mail) : Object.values(mail).join('\t'));
    }
  },
};
