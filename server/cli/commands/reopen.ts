import * as z from 'zod/mini';
import { keepable } from '#contract/keepable.ts';
import { OFFICE_SENTENCE_MAX_CHARS, reopen } from '#server/domain/application/reopening.ts';
import { applicantOf, CommandError, defineCommand } from '../command.ts';
import { email, flag, shown } from '../takes.ts';

const WRONG_SENTENCE = `--say takes ${OFFICE_SENTENCE_MAX_CHARS} characters at most.`;
const say = z._default(
  z
    .string()
    .check(z.maxLength(OFFICE_SENTENCE_MAX_CHARS, WRONG_SENTENCE), keepable, z.trim(), shown('SENTENCE')),
  '',
);

export const reopenCommand = defineCommand({
  name: 'reopen',
  takes: { email, say, json: flag },
  description:
    'Lets an applicant change a submitted application and submit it again, and says so by mail, with your SENTENCE if there is one. What was submitted is kept.',
  async run({ context, row, email: address, say: sentence }) {
    const { id, username } = await applicantOf(context, address);
    if ((await reopen(context, { id, username }, { sentence })) !== 'done')
      throw new CommandError(`${username} has not submitted.`);
    row({ username, web_status: 'validating' }, [
      `${username} can change the application and submit it again.`,
    ]);
  },
});
