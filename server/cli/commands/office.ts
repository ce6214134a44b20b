import * as z from 'zod/mini';
import { programsIn } from '#server/domain/office/rights.ts';
import { publicUrlOf } from '#server/reach.ts';
import { defineCommand } from '../command.ts';
import { printIssued } from '../issued.ts';
import { actor, days, flag, shown } from '../takes.ts';

const DAYS = 30;

const may = z._default(z.enum(['read', 'act'], { error: '--may takes read or act.' }), 'read');
const WRONG_PROGRAM =
  '--programs takes codes of src/tenant/programs.ts with commas between them, such as NURSING,MASTERS/MBAD.';
const programs = z.optional(
  z.pipe(
    z.string().check(
      z.refine((text) => programsIn(text) !== undefined, { error: WRONG_PROGRAM }),
      shown('A,B'),
    ),
    z.transform((text: string) => programsIn(text)),
  ),
);

export const officeLink = defineCommand({
  name: 'office-link',
  takes: { for: actor('--for'), may, programs, days: days(DAYS) },
  description:
    'Prints a link to the list of all applications, or of those for these programs, for one person of the office, who can read, print and save them; with `--may act` also mark them as reviewed, reopen and delete them, and remind applicants. The audit records under NAME what that person does.',
  async run({ context, print, for: holder, may: right, programs: own = [], days: ttlMs }) {
    const token = await context.officeLinks.issue(holder, ttlMs, { mayAct: right === 'act', programs: own });
    print(`${publicUrlOf(context.env)}/office?token=${token}`);
  },
});

export const officeLinks = defineCommand({
  name: 'office-links',
  takes: { json: flag },
  description:
    'Lists the links of the office: id, person, what that person may do, for which programs, state, end, last use. `revoke ID` revokes one. The links themselves cannot be shown again.',
  async run(input) {
    for (const { name: holder, may_act, programs: own, ...link } of await input.context.officeLinks.list())
      printIssued(input, { ...link, holder, may: may_act ? 'act' : 'read', programs: own });
  },
});
