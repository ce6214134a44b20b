import { publicUrlOf } from '#server/reach.ts';
import { defineCommand } from '../command.ts';
import { printIssued } from '../issued.ts';
import { actor, days, flag } from '../takes.ts';

const DAYS = 30;

const officeLink = defineCommand({
  name: 'office-link',
  takes: { for: actor('--for'), days: days(DAYS) },
  description:
    'Prints a link to the list of all applications, for one person of the office, who can read, print and save them. The audit records under NAME what that person does.',
  async run({ context, print, for: holder, days: ttlMs }) {
    const token = await context.officeLinks.issue(holder, ttlMs);
    print(`${publicUrlOf(context.env)}/office?token=${token}`);
  },
});

const officeLinks = defineCommand({
  name: 'office-links',
  takes: { json: flag },
  description:
    'Lists the links of the office: id, person, state, end, last use. `revoke ID` revokes one. The links themselves cannot be shown again.',
  async run(input) {
    for (const { name: holder, ...link } of await input.context.officeLinks.list())
      printIssued(input, { ...link, holder });
  },
});

export const officeCommands = [officeLink, officeLinks];
