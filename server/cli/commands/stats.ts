import { tenant } from '#tenant/tenant.ts';
import { statusFigures } from '#server/domain/application/figures.ts';
import type { Command } from '../command.ts';

export const stats: Command = {
  name: 'stats',
  usage: '[--json]',
  maxWords: 0,
  description:
    'Counts applications by the day on which they reached their status, program and status: day, type, major, status, number.',
  async run({ context, options, print }) {
    for (const figure of await statusFigures(context.database, tenant.timeZone)) {
      const { day, program_type, applied_major, web_status, applications } = figure;
      const program = tenant.programs.find(({ value }) => value === program_type);
      const major = program?.majors.find(({ value }) => value === applied_major);
      const words = [program?.label ?? program_type, major?.label ?? applied_major];
      print(
        options['json'] === true
          ? JSON.stringify(figure)
          : [day, ...words.map((word) => word || '-'), web_status, applications].join('\t'),
      );
    }
  },
};
