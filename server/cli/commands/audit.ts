import { auditOf } from '#server/domain/audit.ts';
import { applicantOf, type Command } from '../command.ts';

export const auditCommand: Command = {
  name: 'audit',
  usage: 'E-MAIL [--json]',
  maxWords: 1,
  description:
    'Prints what was done at one application, by whom and from where: log-ins, submissions, uses of links, exports, commands.',
  async run(input) {
    const { id } = await applicantOf(input);
    for (const { happened_at, event, actor, address } of await auditOf(input.context.database.kysely, id)) {
      const time = happened_at.toISOString();
      input.print(
        input.options['json'] === true
          ? JSON.stringify({ time, event, actor, network: address })
          : [time, event, actor ?? 'applicant', address ?? '-'].join('\t'),
      );
    }
  },
};
