import { defineCommand } from '../command.ts';
import { days, flag } from '../takes.ts';

/** A season. */
const DAYS = 365;

export const counts = defineCommand({
  name: 'counts',
  takes: { days: days(DAYS), json: flag },
  description:
    'Prints how often pages served applicants in the last days: what (see docs/operate.md), times.',
  async run({ context, row, days: ms }) {
    for (const count of await context.clientCounts.overLast(ms)) row(count);
  },
});
