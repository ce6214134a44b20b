import { questionFor } from '#form/form.ts';
import { stuckFigures } from '#server/domain/application/figures.ts';
import type { Command } from '../command.ts';

export const stuck: Command = {
  name: 'stuck',
  usage: '[--json]',
  maxWords: 0,
  description:
    'Counts, by question, the applicants whom it keeps from submitting, of those whose answers were checked. A question that keeps fewer than five is left out.',
  async run({ context, options, print }) {
    for (const { key, applicants, of } of await stuckFigures(context.database)) {
      const label = questionFor(key)?.label ?? key;
      print(
        options['json'] === true
          ? JSON.stringify({ key, label, applicants, of })
          : [`${applicants} of ${of}`, key, label].join('\t'),
      );
    }
  },
};
