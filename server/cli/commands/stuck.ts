import { questionFor } from '#form/form.ts';
import { stuckFigures } from '#server/domain/application/figures.ts';
import { defineCommand } from '../command.ts';
import { flag } from '../takes.ts';

export const stuck = defineCommand({
  name: 'stuck',
  takes: { json: flag },
  description:
    'Counts, for each question, the applicants whom it keeps from submitting, of all whose answers were checked. Leaves out questions that fewer than five applicants are stuck at.',
  async run({ context, row }) {
    for (const { key, applicants, of } of await stuckFigures(context.database)) {
      const label = questionFor(key)?.label ?? key;
      row({ key, label, applicants, of }, [`${applicants} of ${of}`, key, label]);
    }
  },
});
