import { expect } from 'playwright/test';
import { PASSWORD } from '../support/applicant.ts';
import { filled, filledAnswers } from '../support/filling.ts';
import { inArabic, numbers } from '../support/keyboards.ts';
import { confirmationCodeFor } from '../support/mailbox.ts';
import type { Person } from './person.ts';
import { test } from './test.ts';

const QUESTION = 'Are you the spouse or child of someone who serves or has served?';

const held = (person: Person, selector: string) =>
  person.evaluate((wanted) => document.querySelector<HTMLInputElement>(wanted)?.value, selector);

test('digits of another keyboard are accepted, a cut is announced, and a choice can be taken back @slow', async ({
  person,
}) => {
  await person.opens('/about');
  const number = inArabic('5705550188');
  await person.answers('Cell phone', number);
  await person.hasAnswered('Cell phone', '(570) 555-0188');
  await person.pastes('Home phone', number);
  await person.hasAnswered('Home phone', '(570) 555-0188');
  await person.answers('Month', inArabic('2'));
  await person.answers('Day', inArabic('29'));
  await person.answers('Year', inArabic('1996'));
  await expect.poll(() => held(person, '[name=birth_date]')).toBe('1996-02-29');
  for (const { country, text, shown, note } of numbers.slice(0, 2)) {
    await person.evaluate((code) => {
      const list = document.querySelector<HTMLSelectElement>('select[name=country]')!;
      list.value = code;
      for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
    }, country);
    for (const enters of ['answers', 'pastes'] as const) {
      await person[enters]('Cell phone', text);
      await person.hasAnswered('Cell phone', shown);
      const said = () => person.evaluate(() => document.querySelector('#phone_mobile .ui-note')?.textContent);
      await expect.poll(said).toBe(note);
    }
  }
  const choice = () =>
    person.evaluate(
      () => document.querySelector<HTMLInputElement>('[name=military_dependent]:checked')?.value ?? '',
    );
  await person.picks(QUESTION, 'Yes');
  await expect.poll(choice).toBe('yes');
  await person.presses(`Clear the answer to: ${QUESTION}`);
  await expect.poll(choice).toBe('');
});

test('a code in its sentence, and a login and answers filled in without an event, are accepted @slow', async ({
  person,
  server,
}) => {
  await person.opens('/confirm');
  await person.calls('POST', '/public/signup', { username: person.email, password: PASSWORD });
  const code = await confirmationCodeFor(server, person.email);
  await person.findsFilledIn([{ selector: '[name=username]', value: person.email }]);
  await person.pastes('Confirmation Code', `Your confirmation code is ${inArabic(code)}.`);
  await person.presses('Submit');
  await person.isAt('/login');
  await person.findsFilledIn([
    { selector: '[name=username]', value: person.email },
    { selector: '[name=password]', value: PASSWORD },
  ]);
  await person.presses('Submit');
  await person.isAt('/about');
  await person.findsFilledIn(filled);
  await person.presses('Save');
  await expect
    .poll(async () => (await person.calls('GET', '/api/profile')).answer)
    .toMatchObject(filledAnswers);
});
