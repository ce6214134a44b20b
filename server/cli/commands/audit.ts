import { auditOf } from '#server/domain/ground/audit.ts';
import * as z from 'zod/mini';
import { applicantOf, CommandError, defineCommand, UsageError } from '../command.ts';
import { email, flag, shown } from '../takes.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  takes: { email: z.optional(email), by: z.optional(z.string().check(shown('NAME'))), json: flag },
  description:
    'Prints what was done to one application, or by one operator, clerk or program: time, act, applicant, name, network. Takes an address or --by, not both.',
  async run({ context, row, email: username, by }) {
    if ((username === undefined) === (by === undefined))
      throw new UsageError('Whose audit? Give an e-mail address, or a name with --by.');
    const about =
      by === undefined ? { accountId: (await applicantOf(context, username ?? '')).id } : { actor: by };
    const acts = await auditOf(context.database.kysely, about);
    if (acts.length === 0 && by !== undefined)
      throw new CommandError(
        `The audit has nothing by ${by}. Give the name as it was given with --for or --as.`,
      );
    for (const { happened_at, event, username: subject, actor, address } of acts) {
      const time = happened_at.toISOString();
      const act = { time, event, username: subject, actor, network: address };
      row(act, Object.values({ ...act, actor: actor ?? 'applicant' }));
    }
  },
});
