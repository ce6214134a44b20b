import { endSessions } from '#server/domain/accounts/end-sessions.ts';
import { applicantOf, UsageError, type Command } from '../command.ts';

export const endSessionsCommand: Command = {
  name: 'end-sessions',
  usage: 'E-MAIL | --all',
  maxWords: 1,
  description:
    'Logs an applicant out everywhere and ends their password links; with --all everybody, the office too. Nobody is told.',
  async run(input) {
    const { context, words, options, print } = input;
    const isAll = options['all'] === true;
    if ((words[0] === undefined) !== isAll)
      throw new UsageError('Whose sessions? Give an e-mail address, or --all.');
    if (isAll) {
      await endSessions(context);
      return print('Everybody is logged out.');
    }
    const { id, username } = await applicantOf(input);
    await endSessions(context, id);
    print(`${username} is logged out everywhere.`);
  },
};
