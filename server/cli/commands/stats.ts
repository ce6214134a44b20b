import { tenant } from '#tenant/tenant.ts';
import { statusFigures } from '#server/domain/application/figures.ts';
import { defineCommand } from '../command.ts';
import { flag } from '../takes.ts';

export const stats = defineCommand({
  name: 'stats',
  takes: { json: flag },
  description:
    'Counts applications by day, program and status: day on which they reached the status, type, major, status, number.',
  async run({ context, row }) {
    for (const figure of await statusFigures(context.database, tenant.timeZone)) {
      const { day, program_type, applied_major, web_status, applications } = figure;
      const program = tenant.programs.find(({ value }) => value === program_type);
      const major = program?.majors.find(({ value }) => value === applied_major);
      const words = [program?.label ?? program_type, major?.label ?? applied_major];
      row(figure, [day, ...words, web_status, applications]);
    }
  },
});
