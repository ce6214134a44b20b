import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { messagesOf } from '#testing/judge.ts';
import { answerKeys } from '../keys.ts';

test.each([
  { key: 'first_name', message: 'Please enter your first name.' },
  { key: 'last_name', message: 'Please enter your last name.' },
  { key: 'gender', message: 'Please select your gender.' },
  { key: 'city', message: 'Please enter your city.' },
  { key: 'address_line_1', message: 'Please enter your address.' },
  { key: 'country', message: 'Please select your country.' },
  { key: 'birth_date', message: 'Please enter a valid birth date.' },
  { key: 'citizenship_type', message: 'Please select your citizenship status.' },
  { key: 'military_veteran', message: 'Please tell us whether you are a veteran.' },
  { key: 'phone_home', message: 'Please enter either a home phone or cell phone number.' },
])('$key is required, blanks do not answer it', ({ key, message }) => {
  expect(messagesOf(key, {})).toEqual([message]);
  expect(messagesOf(key, { [key]: '  ' })).toEqual([message]);
});

test('nothing else on the page is required of somebody who has answered nothing', () => {
  const required = answerKeys
    .slice(0, answerKeys.indexOf('program_type'))
    .filter((key) => messagesOf(key, {}).length > 0);
  expect(required.toSorted()).toEqual([
    'address_line_1',
    'birth_date',
    'citizenship_type',
    'city',
    'country',
    'first_name',
    'gender',
    'last_name',
    'military_veteran',
    'phone_home',
  ]);
});

describe('birth_date', () => {
  const tooYoung = 'You must be 13 years or older to apply.';
  const tooEarly = `This birth date is unsupported. Please contact ${tenant.helpEmail} for help.`;
  const invalid = 'Please enter a valid birth date.';
  test.each([
    { today: '2026-11-20', born: '2013-11-20', messages: [], title: 'the day one turns 13' },
    { today: '2026-11-20', born: '2013-11-21', messages: [tooYoung], title: 'the day before' },
    { today: '2026-11-20', born: '1926-11-20', messages: [], title: 'exactly 100 years' },
    { today: '2026-11-20', born: '1926-11-19', messages: [tooEarly], title: '100 years and a day' },
    { today: '2026-11-20', born: '2026-11-21', messages: [tooYoung], title: 'tomorrow' },
    {
      today: '2021-02-28',
      born: '2008-02-29',
      messages: [tooYoung],
      title: 'a leap day, 28 February of a common year',
    },
    { today: '2021-03-01', born: '2008-02-29', messages: [], title: 'a leap day, 1 March of a common year' },
    { today: '2024-02-29', born: '2011-02-28', messages: [], title: 'on a leap day, born the day before' },
    {
      today: '2024-02-29',
      born: '2011-03-01',
      messages: [tooYoung],
      title: 'on a leap day, born the day after',
    },
    { today: '2024-02-29', born: '1924-02-29', messages: [], title: 'a leap day 100 years ago' },
    {
      today: '2024-03-01',
      born: '1924-02-29',
      messages: [tooEarly],
      title: 'a leap day 100 years and a day ago',
    },
    {
      today: '2026-11-20',
      born: '2005-02-29',
      messages: [invalid],
      title: 'a day that is not in the calendar',
    },
    { today: '2026-11-20', born: '11/20/2000', messages: [invalid], title: 'another form' },
    { today: '2026-11-20', born: '2000-1-1', messages: [invalid], title: 'short numbers' },
    { today: '2026-11-20', born: '0000-00-00', messages: [invalid], title: 'zeros' },
  ])('$title: born $born, today $today', ({ today, born, messages }) => {
    expect(messagesOf('birth_date', { birth_date: born }, today)).toEqual(messages);
  });
});

describe('ssn', () => {
  const invalid = ['A Social Security number has 9 digits, such as 123-45-6789.'];
  test.each([
    { ssn: '', messages: [] },
    { ssn: '123-45-6789', messages: [] },
    { ssn: '123456789', messages: invalid },
    { ssn: '123-45-67890', messages: invalid },
    { ssn: '123-45', messages: invalid },
    { ssn: '12-345-6789', messages: invalid },
    { ssn: '１２３-45-6789', messages: [] },
    { ssn: '123-45-6789\n', messages: invalid },
    { ssn: 'hello', messages: invalid },
  ])('ssn "$ssn"', ({ ssn, messages }) => {
    expect(messagesOf('ssn', { ssn })).toEqual(messages);
  });
});

describe('phones', () => {
  const phones = [
    { phone: '(570) 234-5678', valid: true },
    { phone: '(200) 200-0000', valid: true },
    { phone: '(999) 999-9999', valid: true },
    { phone: '(070) 234-5678', valid: false },
    { phone: '(170) 234-5678', valid: false },
    { phone: '(570) 034-5678', valid: false },
    { phone: '(570) 134-5678', valid: false },
    { phone: '570-234-5678', valid: false },
    { phone: '5702345678', valid: false },
    { phone: '(570)234-5678', valid: false },
    { phone: '(570) 234-567', valid: false },
    { phone: '(570) 234-56789', valid: false },
    { phone: ' (570) 234-5678', valid: false },
    { phone: '(570) 234-5678\n', valid: false },
  ];
  test.each(phones)('home phone "$phone" is valid: $valid', ({ phone, valid }) => {
    expect(messagesOf('phone_home', { phone_home: phone })).toEqual(
      valid ? [] : ['Please enter a valid home phone number.'],
    );
  });
  test.each(phones)('cell phone "$phone" is valid: $valid', ({ phone, valid }) => {
    expect(messagesOf('phone_mobile', { phone_mobile: phone })).toEqual(
      valid ? [] : ['Please enter a valid cell phone number.'],
    );
  });

  test.each([
    { title: 'a cell phone serves', answers: { phone_mobile: '(570) 234-5678' }, messages: [] },
    {
      title: 'an international one serves',
      answers: { phone_international: '+44 20 7946 0000' },
      messages: [],
    },
    {
      title: 'blanks do not',
      answers: { phone_mobile: ' ', phone_international: '' },
      messages: ['Please enter either a home phone or cell phone number.'],
    },
  ])('home phone left empty: $title', ({ answers, messages }) => {
    expect(messagesOf('phone_home', answers)).toEqual(messages);
  });

  test.each([
    { optin: 'true', messages: ['A cell phone number is required to receive text message updates.'] },
    { optin: '', messages: [] },
  ])('cell phone left empty, texts wanted: "$optin"', ({ optin, messages }) => {
    expect(messagesOf('phone_mobile', { optin_sms_ind: optin, phone_home: '(570) 234-5678' })).toEqual(
      messages,
    );
  });
});

describe('address', () => {
  const required = ['Please select your state or province.'];
  test.each([
    { country: 'USA', state: '', messages: required },
    { country: 'CAN', state: '', messages: required },
    { country: 'CAN', state: 'ON', messages: [] },
    { country: 'MEX', state: '', messages: [] },
    { country: 'UMI', state: '', messages: [] },
    { country: '', state: '', messages: [] },
  ])('state "$state" in "$country"', ({ messages, ...answers }) => {
    expect(messagesOf('state', answers)).toEqual(messages);
  });

  const tooShort = ['A ZIP code has at least 5 characters.'];
  test.each([
    { country: 'USA', zip: '', messages: ['Please enter your ZIP code.'] },
    { country: 'USA', zip: '1850', messages: tooShort },
    { country: 'USA', zip: '1850 ', messages: tooShort },
    { country: 'USA', zip: '18509', messages: [] },
    { country: 'USA', zip: '18509-1234', messages: [] },
    { country: 'CAN', zip: '', messages: [] },
    { country: 'FRA', zip: '75', messages: [] },
    { country: '', zip: '1', messages: [] },
  ])('zip "$zip" in "$country"', ({ messages, ...answers }) => {
    expect(messagesOf('zip', answers)).toEqual(messages);
  });
});

describe('citizenship', () => {
  test.each([
    { type: '1', number: '', messages: [] },
    { type: '2', number: '', messages: ['Please enter your alien registration number.'] },
    { type: '2', number: 'A12345678', messages: [] },
    { type: '3', number: '', messages: [] },
    { type: '', number: '', messages: [] },
  ])('alien registration number "$number" of type "$type"', ({ type, number, messages }) => {
    const answers = { citizenship_type: type, alien_registration_number: number };
    expect(messagesOf('alien_registration_number', answers)).toEqual(messages);
  });
});
