import { username as emailSchema } from '#contract/email.ts';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { changeAddress } from '#server/domain/accounts/address-change.ts';
import { applicantOf, CommandError, defineCommand } from '../command.ts';
import { flag, text } from '../takes.ts';

const WHICH = 'Which addresses? Give the old one and the new one.';

export const changeAddressCommand = defineCommand({
  name: 'change-address',
  takes: { before: text('OLD', WHICH), address: text('NEW', WHICH), json: flag },
  description:
    'Gives an account another e-mail address. The password stays the same; sessions and password links end. Both addresses get a mail.',
  async run({ context, row, before, address }) {
    if (!emailSchema.safeParse(address).success)
      throw new CommandError(`${address} is not an e-mail address.`);
    const applicant = await applicantOf(context, before);
    if (!(await changeAddress(context, applicant, address)))
      throw new CommandError(`There is an account with the address ${address} already.`);
    const username = normalizeUsername(address);
    row({ username, before: applicant.username }, [
      `${applicant.username} logs in as ${username} from now on.`,
    ]);
  },
});
