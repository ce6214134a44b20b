import { expect, test } from 'vitest';
import type { Answers } from './condition.ts';
import type { AnswerKey } from './keys.ts';
import { changeByHand } from './put-back.ts';

type Press = readonly [AnswerKey, string];

const EMPLOYED: Answers = {
  employ_current: 'yes',
  employer_name: 'Acme',
  employer_country: 'USA',
  employer_state: 'PA',
  employer_tuition: 'yes',
  employer_tuition_amount: '500',
};

function answersAfter(answers: Answers, presses: readonly Press[]): Answers {
  const cleared = new Map<string, string>();
  let now = answers;
  for (const [key, value] of presses)
    now = { ...now, ...changeByHand(now, key, value, cleared, () => '2026-11-20') };
  return Object.fromEntries(Object.entries(now).filter(([, value]) => value !== ''));
}

test.each<{ what: string; answers: Answers; presses: Press[]; becomes: Answers }>([
  {
    what: 'what "No" hides is cleared',
    answers: EMPLOYED,
    presses: [['employ_current', 'no']],
    becomes: { employ_current: 'no' },
  },
  {
    what: 'everything comes back with "Yes", also what depends on an answer that comes back',
    answers: EMPLOYED,
    presses: [
      ['employ_current', 'no'],
      ['employ_current', 'yes'],
    ],
    becomes: EMPLOYED,
  },
  {
    what: 'a press repeated by mistake takes nothing either',
    answers: EMPLOYED,
    presses: [
      ['employ_current', 'no'],
      ['employ_current', 'yes'],
      ['employ_current', 'no'],
      ['employ_current', 'yes'],
    ],
    becomes: EMPLOYED,
  },
  {
    what: 'what is hidden by another answer stays away',
    answers: EMPLOYED,
    presses: [
      ['employer_tuition', 'no'],
      ['employ_current', 'no'],
      ['employ_current', 'yes'],
    ],
    becomes: {
      employ_current: 'yes',
      employer_name: 'Acme',
      employer_country: 'USA',
      employer_state: 'PA',
      employer_tuition: 'no',
    },
  },
  {
    what: 'an answer that was emptied by hand stays empty',
    answers: EMPLOYED,
    presses: [
      ['employer_name', ''],
      ['employ_current', 'no'],
      ['employ_current', 'yes'],
    ],
    becomes: {
      employ_current: 'yes',
      employer_country: 'USA',
      employer_state: 'PA',
      employer_tuition: 'yes',
      employer_tuition_amount: '500',
    },
  },
  {
    what: 'a state comes back with its country',
    answers: { country: 'USA', state: 'PA' },
    presses: [
      ['country', 'FRA'],
      ['country', 'USA'],
    ],
    becomes: { country: 'USA', state: 'PA' },
  },
  {
    what: 'an answer that a watcher cleared on screen comes back',
    answers: { dates_attended_to: '05/2020' },
    presses: [
      ['currently_enrolled', 'yes'],
      ['currently_enrolled', 'no'],
    ],
    becomes: { currently_enrolled: 'no', dates_attended_to: '05/2020' },
  },
  {
    what: 'it stays away while the watcher clears it',
    answers: { employ_current: 'no', dates_attended_to: '05/2020' },
    presses: [
      ['currently_enrolled', 'yes'],
      ['employ_current', 'yes'],
    ],
    becomes: { employ_current: 'yes', currently_enrolled: 'yes' },
  },
  {
    what: 'it does not replace what was typed since',
    answers: { dates_attended_to: '05/2020' },
    presses: [
      ['currently_enrolled', 'yes'],
      ['dates_attended_to', '06/2027'],
      ['currently_enrolled', 'no'],
    ],
    becomes: { currently_enrolled: 'no', dates_attended_to: '06/2027' },
  },
  {
    what: 'both of a watcher’s cases come back, each with its own',
    answers: { currently_enrolled: 'yes', expected_graduation_date: '2028' },
    presses: [
      ['currently_enrolled', 'no'],
      ['dates_attended_to', '05/2020'],
      ['currently_enrolled', 'yes'],
      ['currently_enrolled', 'no'],
    ],
    becomes: { currently_enrolled: 'no', dates_attended_to: '05/2020' },
  },
  {
    what: 'what has been chosen since stays',
    answers: { citizenship_type: '2', citizenship: 'FRA', alien_registration_number: 'A123456789' },
    presses: [
      ['citizenship_type', '1'],
      ['citizenship_type', '3'],
      ['citizenship', 'DEU'],
      ['citizenship_type', '2'],
    ],
    becomes: { citizenship_type: '2', citizenship: 'DEU', alien_registration_number: 'A123456789' },
  },
])('$what', ({ answers, presses, becomes }) => {
  expect(answersAfter(answers, presses)).toEqual(becomes);
});
