import { reopen } from '#server/domain/application/reopening.ts';
import { applicantOf, CommandError, defineCommand } from '../command.ts';
import { email, flag } from '../takes.ts';

export const reopenCommand = defineCommand({
  name: 'reopen',
  takes: { email, json: flag },
  description:
    'Lets an applicant change a submitted application and submit it again. What was submitted is kept. No mail is sent.',
  async run({ context, print, email: address, json }) {
    const { id, username } = await applicantOf(context, address);
    if (!(await reopen(context, id))) throw new CommandError(`${username} has not submitted.`);
    print(
      json
        ? JSON.stringify({ username, web_status: 'validating' })
        : `${username} can change the application and submit it again.`,
    );
  },
});
