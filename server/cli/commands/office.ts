import { publicUrlOf } from '#server/reach.ts';
import type { Command } from '../command.ts';
import { daysOf, holderOf, printIssued } from '../issued.ts';

const DAYS = 30;

const officeLink: Command = {
  name: 'office-link',
  usage: `--for NAME [--days ${DAYS}]`,
  maxWords: 0,
  description:
    'Prints a link for one person of the office: to the list of all applications, to read, print and save them. The audit records what that person does under NAME.',
  async run({ context, options, print }) {
    const token = await context.officeLinks.issue(holderOf(options), daysOf(options, DAYS));
    print(`${publicUrlOf(context.env)}/office?token=${token}`);
  },
};

const officeLinks: Command = {
  name: 'office-links',
  usage: '[--json]',
  maxWords: 0,
  description:
    'Lists the links of the office: id, person, state, end, last use. `revoke ID` ends one. The links themselves cannot be shown again.',
  async run(input) {
    for (const { name: holder, ...link } of await input.context.officeLinks.list())
      printIssued(input, { ...link, holder });
  },
};

export const officeCommands: readonly Command[] = [officeLink, officeLinks];
