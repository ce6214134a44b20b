import { afterEach, expect, test } from 'vitest';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { makeAccounts } from './accounts.ts';
import { BusyError } from './errors.ts';
import { makePasswords, type Passwords } from './passwords.ts';

const server = useTestServer();
const network = '192.0.2.1';

function accountsWith(passwords: Passwords) {
  const settings = { signupsPerNetwork: 100, mailsPerNetwork: 100 };
  return makeAccounts({ ...server().context, passwords, settings, rateFactor: 1 });
}

const login = (username: string, password: string) => ({
  username,
  password,
  network,
  oldSession: undefined,
});

test('a good login costs one look at a hash, any other two', async () => {
  const passwords = makePasswords();
  let looks = 0;
  const accounts = accountsWith({
    ...passwords,
    verify: (...given) => {
      looks += 1;
      return passwords.verify(...given);
    },
  });
  const looksFor = async (username: string, password: string) => {
    looks = 0;
    await accounts.login(login(username, password)).catch(() => undefined);
    return looks;
  };
  const [known, waiting] = ['known@example.com', 'waiting@example.com'];
  await server().applicant(known);
  await server().visitor().post('/public/signup', { username: waiting, password: PASSWORD });
  expect(await looksFor(known, PASSWORD)).toBe(1);
  for (const [username, password] of [
    [known, 'Not-The-Password-1'],
    [waiting, PASSWORD],
    [waiting, 'Not-The-Password-1'],
    ['nobody@example.com', PASSWORD],
  ] as const)
    expect(await looksFor(username, password)).toBe(2);
});

let end: () => Promise<void> = async () => undefined;
afterEach(() => end());

/** Returns passwords without free capacity until `end` is called: each finished hash starts another. */
function crowded(): Passwords {
  const passwords = makePasswords({ runningMax: 1, waitingMax: 2 });
  let isOver = false;
  const comeAgain = async () => {
    while (!isOver) await passwords.hash(PASSWORD);
  };
  const crowd = Array.from({ length: 3 }, () => comeAgain().catch(() => undefined));
  end = async () => {
    isOver = true;
    await Promise.all(crowd);
  };
  return passwords;
}

test('nothing counts as a try that there was no room for', async () => {
  const accounts = accountsWith(crowded());
  const username = 'turned-away@example.com';
  const { pool } = server().context.database;
  await pool.query('DELETE FROM tries');
  const account = { username, password: PASSWORD, network };
  await expect(accounts.login(login(username, PASSWORD))).rejects.toThrow(BusyError);
  await expect(accounts.signup({ ...account, browser: undefined })).rejects.toThrow(BusyError);
  await expect(accounts.resetPassword({ ...account, id: 'x' })).rejects.toThrow(BusyError);
  const { rows } = await pool.query('SELECT bucket FROM tries WHERE count > 0');
  expect(rows).toEqual([]);
});
