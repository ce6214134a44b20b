import { expect, test } from 'vitest';
import { makePasswords } from './passwords.ts';

const passwords = makePasswords();

test('a password is stored as an argon2id hash of 19 MiB and two passes, differently each time', async () => {
  const [one, other] = [await passwords.hash('Correct-Horse-7'), await passwords.hash('Correct-Horse-7')];
  for (const hash of [one, other]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await passwords.verify('Correct-Horse-7', one)).toBe(true);
});

test.each([
  { typed: 'Zoë-Correct-Horse-7'.normalize('NFD'), isRight: true },
  { typed: 'zoë-Correct-Horse-7', isRight: false },
  { typed: 'Zoë-Correct-Horse-7 ', isRight: false },
  { typed: '', isRight: false },
])('"$typed" opens "Zoë-Correct-Horse-7": $isRight', async ({ typed, isRight }) => {
  expect(await passwords.verify(typed, await passwords.hash('Zoë-Correct-Horse-7'))).toBe(isRight);
});

test.each([undefined, null, '', 'Correct-Horse-7'])('no password opens the hash %j', async (hash) => {
  expect(await passwords.verify('Correct-Horse-7', hash)).toBe(false);
});

test('checking a password without a hash is as much work as with one', async () => {
  const hash = await passwords.hash('Correct-Horse-7');
  const workOf = async (checked: string | undefined) => {
    const before = process.cpuUsage();
    for (let n = 0; n < 10; n += 1) await passwords.verify('Wrong-Horse-7', checked);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // Processor time, which does not depend on other work on this machine. Without the hash it would be nearly zero.
  expect(await workOf(undefined)).toBeGreaterThan((await workOf(hash)) / 4);
});
