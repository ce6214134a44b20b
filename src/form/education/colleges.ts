import { equals, notEquals } from '../condition.ts';
import { collegeQuestions } from '../groups/college.ts';
import { collegePrefixes } from '../keys.ts';
import { yesNo } from '../options/option.ts';
import type { Section } from '../page.ts';
import { month, radio, select, textarea } from '../question.ts';
import { watchedBy, type Watcher } from '../watcher.ts';

const PAST_YEARS = 60;
const YEARS_AHEAD = 8;

/** Somebody who is still enrolled has no last day yet. Only they have an expected year of graduation. */
export const enrollmentWatcher: Watcher = {
  cases: [
    { when: equals('currently_enrolled', 'yes'), keys: ['expected_graduation_date'] },
    { when: notEquals('currently_enrolled', 'yes'), keys: ['dates_attended_to'] },
  ],
};

export const colleges: Section = {
  id: 'colleges',
  title: 'Your colleges',
  titleOnPaper: 'Colleges',
  intro: 'List every college you have attended, the latest first.',
  elements: [
    {
      type: 'repeater',
      buttonId: 'college',
      buttonLabel: 'Add another college',
      components: collegePrefixes.map((prefix, index) => ({
        title: index === 0 ? 'College' : `College ${index + 1}`,
        elements: collegeQuestions(prefix),
      })),
    },
    month('dates_attended_from', {
      label: 'Attended the latest college from',
      years: { numYears: PAST_YEARS, direction: 'past' },
    }),
    month('dates_attended_to', {
      label: 'Attended the latest college until',
      hint: 'Leave it blank if you are still there.',
      // The last day may be planned.
      years: { numYears: PAST_YEARS + YEARS_AHEAD, direction: 'past', yearsAhead: YEARS_AHEAD },
    }),
    radio('currently_enrolled', { label: 'Are you currently enrolled in college?', options: yesNo }),
    select('expected_graduation_date', {
      label: 'In what year do you expect to graduate?',
      options: { numYears: YEARS_AHEAD, direction: 'future' },
      when: watchedBy(enrollmentWatcher, 'expected_graduation_date'),
    }),
    radio('return_institute', {
      label: 'Are you eligible to return to the last college you attended?',
      hint: 'Answer No if you were dismissed or suspended.',
      options: yesNo,
    }),
    textarea('return_institute_reason', {
      label: 'Please tell us why not',
      when: equals('return_institute', 'no'),
    }),
  ],
};
