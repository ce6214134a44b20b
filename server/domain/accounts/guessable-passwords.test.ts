import { expect, test } from 'vitest';
import { newPassword } from '#contract/password.ts';
import { tenant } from '#tenant/tenant.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';
import { rejectGuessable } from './guessable-passwords.ts';

const ADDRESS = 'grace.Hopper1906@navy.example';

test.each([
  'Password123!',
  'pASSWORD-2026',
  'P@ssw0rd1234',
  'Passw0rd!!!!1',
  'Pa55w0rd!234',
  '!!!Welcome123',
  'We1c0me!2026',
  'Summer2026!!',
  '$Ummer-20-26',
  'Qwerty123456!',
  'Q1w2e3r4t5y6!',
  '1qaz@WSX3edc$RFV',
  '!QAZ2wsx#EDC',
  'Admin@123456',
  'Iloveyou123!',
  'I Love You 1!',
  'L3tm31n!2345',
  'Aa123456789!',
  'Dragon-84719',
  'Welcome-Welcome-1',
  'Passw0rd!Passw0rd!',
  'Aaaaaaaaaaa1!',
  'Aa1!Aa1!Aa1!',
  'Abcdefghijk1!',
  'ABCabc123456!',
  'Ｐａｓｓｗｏｒｄ１２３！',
  'Pässwörd1234!',
  'Grace.Hopper1906@navy.example',
  'GRACE.hopper1906@NAVY.example!1',
  'Gracehopper-1906',
  'Hopper-Grace1',
  'Hopper+Hopper1',
  'Application2026!',
  'Applications-2027',
  'Admission2026!!',
  'Gr@duate-2026!',
  'Graduate-Student-1',
  'Education2026!!',
  'Concentration-2026!',
  'Citizenship2026!',
  `${tenant.programs[0]?.label ?? ''}, 2026!`,
  `${tenant.shortName}-Application-26`,
  `${tenant.shortName}2026!`,
  `${tenant.shortName.toUpperCase()}-university-27`,
  `${tenant.name} 2026!`,
  `${tenant.office} 2026!`,
])('“%s” meets the checklist and is refused', async (password) => {
  expect(newPassword.safeParse(password).success).toBe(true);
  const refusal = await rejectGuessable(password, ADDRESS).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(InvalidError);
  expect(refusal).toMatchObject({ errors: { password: [expect.stringContaining('easy to guess')] } });
});

test.each([
  'Correct-Horse-7-Battery',
  'Correct horse 7 battery!',
  'Hopper sails 3 ships!',
  'Grace-Takes-This-1',
  'Hush-Hush-It-Is-1',
  `${tenant.shortName} in the fog, 7am`,
  'You are the one for me, 2!',
  'Ninety applications sleep 4 hours!',
  'x7-Kq9_2mP4!aZ',
  'tyrqyw-3jikzo-Bivmov',
  'Ünsere-Katze-frisst-3-Mäuse',
  'Мой дядя самых честных 1 правил!',
])('“%s” is taken', async (password) => {
  expect(newPassword.safeParse(password).success).toBe(true);
  await expect(rejectGuessable(password, ADDRESS)).resolves.toBeUndefined();
});

test('a short address makes no password guessable by chance', async () => {
  await expect(rejectGuessable('Correct-Horse-7-Battery', 'a@b.co')).resolves.toBeUndefined();
});
