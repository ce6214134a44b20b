import { describe, expect, test } from 'vitest';
import { messagesByField } from '#testing/issues.ts';
import { confirm } from './confirm.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { normalizeUsername } from './normalize-username.ts';
import { passwordRules } from './password.ts';
import { resendConfirm } from './resend-confirm.ts';
import { resetLink, resetPassword } from './reset-password.ts';
import { signup } from './signup.ts';

const username = 'grace@example.org';
const password = 'Correct horse 1!';
const reset = { username, password, confirm_password: password, id: 'abc' };

describe('an invalid address', () => {
  const cards = [
    {
      card: 'sign-up',
      schema: signup.body,
      rest: { password },
      message: 'Your email address must be valid.',
    },
    {
      card: 'confirm',
      schema: confirm.body,
      rest: { code: '123456' },
      message: 'Your email address must be valid.',
    },
    { card: 'forgot', schema: forgotPassword.body, rest: {}, message: 'Your email address must be valid.' },
    {
      card: 'reset',
      schema: resetPassword.body,
      rest: { ...reset },
      message: 'Your email address must be valid.',
    },
    {
      card: 'login',
      schema: login.body,
      rest: { password },
      message: 'Please provide a valid email address.',
    },
    {
      card: 'resend',
      schema: resendConfirm.body,
      rest: {},
      message: 'You must provide a valid email address to resend a confirmation code.',
    },
  ];
  const addresses = [
    '',
    ' ',
    'grace',
    'grace@',
    '@example.org',
    'grace@example',
    'a b@example.org',
    'a@b@example.org',
    `${'a'.repeat(250)}@example.org`,
  ];

  test.each(cards)('$card shows its own sentence, once', ({ schema, rest, message }) => {
    for (const address of addresses) {
      const { username: said = [] } = messagesByField(schema, { ...rest, username: address });
      expect(new Set(said)).toEqual(new Set([message]));
    }
    expect(messagesByField(schema, { ...rest, username: ` ${username} ` })).toEqual({});
  });
});

test.each(['\u00a0', '\t', ' \r\n', '\u3000', '\ufeff'])(
  'a password that was copied with %j around it logs in, and the checklist of a new one says so',
  (blank) => {
    const copied = `${blank}${password}${blank}`;
    expect(login.body.parse({ username, password: copied })).toEqual({ username, password });
    expect(messagesByField(signup.body, { username, password: copied })).toEqual({
      password: ['contains no leading or trailing whitespace'],
    });
    expect(messagesByField(login.body, { username, password: blank })).toEqual({
      password: ['Password is required.'],
    });
  },
);

test('blanks around an address are dropped', () => {
  expect(forgotPassword.body.parse({ username: ` ${username}\n` })).toEqual({ username });
});

test.each([
  { typed: '\u202aanna@example.org', read: 'anna@example.org' },
  { typed: 'anna@example.org.', read: 'anna@example.org' },
  { typed: '<anna@example.org>,', read: 'anna@example.org' },
  { typed: 'mailto:anna@example.org', read: 'anna@example.org' },
  { typed: '"Smith, Anna" <anna@example.org>', read: 'anna@example.org' },
  { typed: 'Anna <mailto:anna@example.org>;', read: 'anna@example.org' },
  { typed: '\u00a0an\u200bna@example.org\ufeff', read: 'anna@example.org' },
  { typed: 'ａｎｎａ＠example.org', read: 'anna@example.org' },
  { typed: 'anna@пример.рф', read: 'anna@xn--e1afmkfd.xn--p1ai' },
  { typed: 'anna@xn--e1afmkfd.xn--p1ai', read: 'anna@xn--e1afmkfd.xn--p1ai' },
  { typed: 'anna@Bücher.example', read: 'anna@xn--bcher-kva.example' },
  { typed: 'anna@例え。テスト', read: 'anna@xn--r8jz45g.xn--zckzah' },
])('the address "$typed" is read as $read', ({ typed, read }) => {
  expect(forgotPassword.body.parse({ username: typed })).toEqual({ username: read });
  expect(normalizeUsername(typed)).toBe(read.toLowerCase());
});

test.each([
  'anna@пример.рф/x',
  'anna@пример',
  'анна@example.org',
  'anna@-.рф',
  'anna@xn--',
  'a@b@пример.рф',
  'a@example.org <Anna>',
])('"%s" is not an address', (typed) => {
  expect(forgotPassword.body.safeParse({ username: typed }).success).toBe(false);
});

test.each([
  { link: '?username=plus%2Btag%40example.org&id=aB-_9', username: 'plus+tag@example.org' },
  { link: '?username=plus+tag@example.org&id=aB-_9.', username: 'plus+tag@example.org' },
  { link: '?username=plus%20tag@example.org&id=aB-_9%3E', username: 'plus+tag@example.org' },
  { link: '?id=aB-_9&username=anna@example.org.', username: 'anna@example.org' },
  { link: '?username=anna@example.org&id=aB-_9).%E2%80%AC', username: 'anna@example.org' },
  { link: '?username=plus%252Btag%2540example.org&id=aB-_9', username: 'plus+tag@example.org' },
  { link: '?username=anna%40example.org&amp;id=aB-_9', username: 'anna@example.org' },
  { link: '?username=anna%40exam%0D%0Aple.org&id=aB-%0A_9', username: 'anna@example.org' },
  { link: '?username=anna%40exam%20ple.org&id=aB%20-_9', username: 'anna@example.org' },
  { link: '?username=plus%20tag%40exam%20ple.org&id=%20aB-_9', username: 'plus+tag@example.org' },
])('the link $link is read as it was mailed', ({ link, username: address }) => {
  const { username: read, id } = resetLink(link);
  const body = { username: read, id, password, confirm_password: password };
  expect(resetPassword.body.parse(body)).toMatchObject({ username: address, id: 'aB-_9' });
});

test('login requires a password and does not check it further', () => {
  expect(messagesByField(login.body, { username, password: '' })).toEqual({
    password: ['Password is required.'],
  });
  expect(messagesByField(login.body, { username })).toEqual({ password: ['Password is required.'] });
  expect(messagesByField(login.body, { username, password: 'x' })).toEqual({});
});

describe('a new password', () => {
  const rules = {
    long: 'is at least 12 characters',
    upper: 'contains at least one uppercase letter',
    lower: 'contains at least one lowercase letter',
    number: 'contains at least one number',
    special: 'contains at least one special character',
    trimmed: 'contains no leading or trailing whitespace',
  };

  test('has the checklist of the specification, in its order', () => {
    expect(passwordRules.map(({ message }) => message)).toEqual(Object.values(rules));
  });

  test.each([
    { password: 'Abcdefgh1!xy', broken: [] },
    { password: 'Abcdefg1!xy', broken: [rules.long] },
    { password: 'abcdefgh1!xy', broken: [rules.upper] },
    { password: 'ABCDEFGH1!XY', broken: [rules.lower] },
    { password: 'Abcdefghi!xy', broken: [rules.number] },
    { password: 'Abcdefgh1ixy', broken: [rules.special] },
    { password: ' Abcdefgh1!xy', broken: [rules.trimmed] },
    { password: 'Abcdefgh1!xy\t', broken: [rules.trimmed] },
    { password: 'Abc defgh 1 xy', broken: [rules.special] },
    { password: 'Ünïcödé-Pass1', broken: [] },
    { password: 'Пароль-длинный1', broken: [] },
    { password: 'Aa1!😀😀😀😀😀😀😀😀', broken: [] },
    { password: 'Aa1!😀😀😀😀😀😀😀', broken: [rules.long] },
    { password: '', broken: [rules.long, rules.upper, rules.lower, rules.number, rules.special] },
    { password: `Aa1!${'x'.repeat(252)}`, broken: [] },
    { password: `Aa1!${'x'.repeat(253)}`, broken: ['Password is at most 256 characters.'] },
    { password: 'Half-A-Pair-1\uD83D', broken: ['contains a character that cannot be saved'] },
    { password: 'Half-A-Pair-1\uDE00', broken: ['contains a character that cannot be saved'] },
    { password: 'NUL-in-\u0000-Password-1', broken: [] },
  ])('"$password"', ({ password: chosen, broken }) => {
    const expected = broken.length === 0 ? {} : { password: broken };
    expect(messagesByField(signup.body, { username, password: chosen })).toEqual(expected);
    expect(
      messagesByField(resetPassword.body, { ...reset, password: chosen, confirm_password: chosen }),
    ).toEqual(expected);
  });

  test('must match its repetition, reported beside the broken rules', () => {
    expect(messagesByField(resetPassword.body, { ...reset, confirm_password: 'other' })).toEqual({
      confirm_password: ['passwords must match'],
    });
    expect(
      messagesByField(resetPassword.body, { ...reset, password: 'Abcdefgh1!', confirm_password: '' }),
    ).toEqual({
      password: [rules.long],
      confirm_password: ['passwords must match'],
    });
  });

  test('needs the id of a reset', () => {
    expect(Object.keys(messagesByField(resetPassword.body, { ...reset, id: '' }))).toEqual(['id']);
  });
});

describe('a confirmation code', () => {
  test.each([
    { code: '123456', read: '123456' },
    { code: ' 123 456 ', read: '123456' },
    { code: '123-456\n', read: '123456' },
    { code: '1 2 3 4 5 6', read: '123456' },
    { code: '012345', read: '012345' },
    { code: '123456.', read: '123456' },
    { code: 'Your confirmation code is 123456', read: '123456' },
    { code: 'Your confirmation code is 123456. It expires in 10 minutes.', read: '123456' },
    { code: 'Code: 123 456 (10 minutes)', read: '123456' },
    { code: '123456 123456', read: '123456' },
    { code: '\u202a123456\u202c', read: '123456' },
    { code: '12\u200b3456', read: '123456' },
    { code: '123–456', read: '123456' },
    { code: '١٢٣٤٥٦', read: '123456' },
    { code: '۱۲۳۴۵۶', read: '123456' },
    { code: '१२३४५६', read: '123456' },
    { code: '１２３４５６', read: '123456' },
  ])('"$code" is read as $read', ({ code, read }) => {
    expect(confirm.body.parse({ username, code })).toEqual({ username, code: read });
  });

  test.each([
    '',
    '12345',
    '1234567',
    '12345a',
    '123456 or 654321',
    '123 456 or 654321',
    '12.456',
    123456,
    null,
  ])('%j is not a code', (code) => {
    expect(messagesByField(confirm.body, { username, code })).toEqual({
      code: ['The confirmation code must be exactly 6 numbers.'],
    });
  });
});

test.each([
  { call: 'signup', schema: signup.body, body: { username, password } },
  { call: 'confirm', schema: confirm.body, body: { username, code: '123456' } },
  { call: 'login', schema: login.body, body: { username, password } },
  { call: 'resend-confirm', schema: resendConfirm.body, body: { username } },
  { call: 'forgot-password', schema: forgotPassword.body, body: { username } },
  { call: 'reset-password', schema: resetPassword.body, body: reset },
])('$call takes its fields and no other', ({ schema, body }) => {
  expect(schema.safeParse(body).success).toBe(true);
  expect(schema.safeParse({ ...body, is_admin: true }).success).toBe(false);
  expect(schema.safeParse([body]).success).toBe(false);
});

test.each([
  { field: 'code', schema: confirm.body, rest: { username } },
  { field: 'username', schema: forgotPassword.body, rest: {} },
  { field: 'id', schema: resetPassword.body, rest: { username, password, confirm_password: password } },
])('$field is not looked for in a text of more than 1,000 characters', ({ field, schema, rest }) => {
  const value = { code: '123456', username, id: 'aB-_9' }[field] ?? '';
  const at = (chars: number) => schema.safeParse({ ...rest, [field]: value.padEnd(chars) }).success;
  expect(at(1000)).toBe(true);
  expect(at(1001)).toBe(false);
});
