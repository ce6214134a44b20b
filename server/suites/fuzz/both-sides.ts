import { formMessages } from '#form/messages.ts';
import { questions } from '#form/form.ts';
import type { Question } from '#form/question.ts';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { systemClock } from '#server/adapters/clock.ts';
import type { Dice } from '#testing/dice.ts';
import type { VirtualApplicant } from '../virtual-applicant.ts';
import { naughtyStrings } from './naughty-strings.ts';

const SHORT_TEXT_CHARS = 45;
const MANY = 30;
const FEW = 8;

/**
 * Random answer maps, validated by the client's rules and by the server at submission: both must agree exactly.
 *
 * @param next returns an applicant who has not submitted yet
 */
export async function judgeBothSides(
  next: () => Promise<VirtualApplicant>,
  { maps, dice }: { readonly maps: number; readonly dice: Dice },
): Promise<{ readonly violations: string[]; readonly numValid: number }> {
  const violations: string[] = [];
  let numValid = 0;
  let { browser } = await next();
  for (let map = 0; map < maps; map += 1) {
    // The first one is valid, whatever the dice make of the questions.
    const answers = map === 0 ? everyAnswer(completeAnswers) : randomAnswers(dice);
    const today = todayIn(tenant.timeZone, systemClock.now());
    const saved = await browser.put('/api/answer', { answers });
    const submitted = await browser.post('/api/submit');
    // Around midnight client and server may use different dates, so skip the comparison.
    if (today !== todayIn(tenant.timeZone, systemClock.now())) continue;
    const ours = formMessages(answers, today);
    const isValid = Object.keys(ours).length === 0;
    const theirs = submitted.status === 200 ? {} : submitted.body?.errors;
    if (saved.status !== 200 || canonical(theirs) !== canonical(ours)) {
      violations.push(
        `Map ${map}: the client says ${canonical(ours)}, the server ${saved.status}, ${submitted.status} ${canonical(theirs)}.`,
      );
    }
    if (!isValid) continue;
    numValid += 1;
    ({ browser } = await next());
  }
  return { violations, numValid };
}

function canonical(messages: Readonly<Record<string, unknown>> | undefined): string {
  return JSON.stringify(Object.entries(messages ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Sets every key, so nothing remains of the previous map. */
function everyAnswer(values: Readonly<Record<string, string>>): Record<string, string> {
  const answered = questions.filter(({ kind }) => kind !== 'stamp');
  return Object.fromEntries(answered.map(({ key }) => [key, values[key] ?? '']));
}

/** Returns a nearly complete application, or random answers. */
function randomAnswers(dice: Dice): Record<string, string> {
  const isNearComplete = dice.chance();
  const numChanged = isNearComplete ? dice.whole(1, FEW) : MANY;
  const answers = everyAnswer(isNearComplete ? completeAnswers : {});
  const asked = questions.filter(({ kind }) => kind !== 'stamp' && kind !== 'file');
  for (let change = 0; change < numChanged; change += 1) {
    const question = dice.oneOf(asked);
    answers[question.key] = randomAnswer(question, dice);
  }
  return answers;
}

function randomAnswer(question: Question, dice: Dice): string {
  if (dice.chance(0.2)) return '';
  if (question.kind !== 'checkbox' && dice.chance(0.15))
    return dice.oneOf(naughtyStrings).slice(0, SHORT_TEXT_CHARS).toWellFormed();
  switch (question.kind) {
    case 'select':
    case 'radio':
      return 'options' in question && Array.isArray(question.options)
        ? dice.oneOf(question.options).value
        : '2026';
    case 'checkbox':
      return 'true';
    case 'date':
      return `${dice.whole(1900, 2030)}-${String(dice.whole(1, 13)).padStart(2, '0')}-${String(dice.whole(1, 31)).padStart(2, '0')}`;
    case 'month':
      return `${String(dice.whole(1, 13)).padStart(2, '0')}/${dice.whole(1900, 2040)}`;
    case 'phone':
      return dice.oneOf(['(570) 234-5678', '570', '+44 20 7946 0958', '(000) 000-0000']);
    case 'ssn':
      return dice.oneOf(['123-45-6789', '000-00-0000', '123456789', '12']);
    case 'text':
    case 'textarea':
    case 'file':
    case 'stamp':
      return dice.oneOf([
        'Scranton',
        '1850',
        '18509',
        'K1A 0B1',
        'a@b.example',
        'not an address',
        '42',
        '１２',
      ]);
  }
}
