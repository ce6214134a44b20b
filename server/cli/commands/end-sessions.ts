import * as z from 'zod/mini';
import { endSessions } from '#server/domain/accounts/end-sessions.ts';
import { applicantOf, defineCommand, UsageError } from '../command.ts';
import { email, flag } from '../takes.ts';

export const endSessionsCommand = defineCommand({
  name: 'end-sessions',
  takes: { email: z.optional(email), all: flag },
  description:
    'Logs an applicant out everywhere and ends their password links. With --all: everybody, including the office. No mail is sent.',
  async run({ context, print, email: address, all }) {
    if ((address === undefined) !== all)
      throw new UsageError('Whose sessions? Give an e-mail address, or --all.');
    if (address === undefined) {
      await endSessions(context);
      return print('Everybody is logged out.');
    }
    const { id, username } = await applicantOf(context, address);
    await endSessions(context, id);
    print(`${username} is logged out everywhere.`);
  },
});
