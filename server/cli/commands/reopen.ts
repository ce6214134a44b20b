import { reopen } from '#server/domain/application/reopening.ts';
import { applicantOf, CommandError, type Command } from '../command.ts';

export const reopenCommand: Command = {
  name: 'reopen',
  usage: 'E-MAIL [--json]',
  maxWords: 1,
  description:
    'Lets an applicant change a submitted application and submit it again. What was submitted is kept; nobody is told.',
  async run(input) {
    const { id, username } = await applicantOf(input);
    if (!(await reopen(input.context, id))) throw new CommandError(`${username} has not submitted.`);
    input.print(
      input.options['json'] === true
        ? JSON.stringify({ username, web_status: 'validating' })
        : `${username} can change the application and submit it again.`,
    );
  },
};
