import { tenant } from '#tenant/tenant.ts';
import { equals } from '../condition.ts';
import { months } from '../options/months.ts';
import { yesNo } from '../options/option.ts';
import type { Group, Section } from '../page.ts';
import { radio, select } from '../question.ts';

const PAST_YEARS = 60;
const attendedHere = equals('prev_attend', 'yes');

function monthYear(prefix: 'prev_attend_from' | 'prev_attend_to', legend: string): Group {
  return {
    type: 'group',
    layout: 'month-year',
    id: prefix,
    legend,
    questions: [
      select(`${prefix}_month`, {
        label: `${legend}: month`,
        groupLabel: 'Month',
        options: months,
        when: attendedHere,
      }),
      select(`${prefix}_year`, {
        label: `${legend}: year`,
        groupLabel: 'Year',
        options: { numYears: PAST_YEARS, direction: 'past' },
        when: attendedHere,
      }),
    ],
  };
}

export const attendance: Section = {
  id: 'attendance',
  title: `Previous studies at ${tenant.shortName}`,
  elements: [
    radio('prev_attend', {
      label: `Have you attended ${tenant.name} before?`,
      options: yesNo,
      required: 'Please tell us whether you have attended before.',
    }),
    monthYear('prev_attend_from', 'From'),
    monthYear('prev_attend_to', 'Until'),
  ],
};
