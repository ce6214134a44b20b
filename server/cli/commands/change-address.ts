import { username as emailSchema } from '#contract/email.ts';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { changeAddress } from '#server/domain/accounts/address-change.ts';
import { applicantOf, CommandError, type Command, UsageError } from '../command.ts';

export const changeAddressCommand: Command = {
  name: 'change-address',
  usage: 'OLD NEW [--json]',
  maxWords: 2,
  description:
    'Gives an account another e-mail address. The password stays; sessions and password links end. Both addresses get a mail.',
  async run(input) {
    const { context, words, options, print } = input;
    const [, address] = words;
    if (address === undefined) throw new UsageError('Which addresses? Give the old one and the new one.');
    if (!emailSchema.safeParse(address).success) throw new CommandError(`${address} is no e-mail address.`);
    const applicant = await applicantOf(input);
    if (!(await changeAddress(context, applicant, address)))
      throw new CommandError(`There is an account with the address ${address} already.`);
    const username = normalizeUsername(address);
    print(
      options['json'] === true
        ? JSON.stringify({ username, before: applicant.username })
        : `${applicant.username} logs in as ${username} from now on.`,
    );
  },
};
