import { auditOf } from '#server/domain/ground/audit.ts';
import { applicantOf, CommandError, UsageError, type Command } from '../command.ts';

export const auditCommand: Command = {
  name: 'audit',
  usage: 'E-MAIL | --by NAME [--json]',
  maxWords: 1,
  description:
    'Prints what was done at one application, or by one operator, clerk or program: time, act, applicant, name, network.',
  async run(input) {
    const { context, words, options, print } = input;
    const { by } = options;
    if ((words[0] === undefined) === (by === undefined))
      throw new UsageError('Whose audit? Give an e-mail address, or a name with --by.');
    const about = typeof by === 'string' ? { actor: by } : { accountId: (await applicantOf(input)).id };
    const acts = await auditOf(context.database.kysely, about);
    if (acts.length === 0 && typeof by === 'string')
      throw new CommandError(
        `The audit has nothing by ${by}. Give the name as it was given with --for or --as.`,
      );
    for (const { happened_at, event, username, actor, address } of acts) {
      const time = happened_at.toISOString();
      print(
        options['json'] === true
          ? JSON.stringify({ time, event, username, actor, network: address })
          : [time, event, username ?? '-', actor ?? 'applicant', address ?? '-'].join('\t'),
      );
    }
  },
};
