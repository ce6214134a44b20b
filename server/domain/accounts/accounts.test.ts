import { afterEach, expect, test } from 'vitest';
import { clearRateLimits } from '#server/testing/clear-rate-limits.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { makeAccounts } from './accounts.ts';
import { BusyError, WrongCredentialsError } from '#server/domain/ground/errors.ts';
import { makePasswords, type Passwords } from './passwords.ts';

const server = useTestServer();
const network = '192.0.2.1';

function accountsWith(passwords: Passwords) {
  const settings = { signupsPerNetwork: 100, mailsPerNetwork: 100 };
  return makeAccounts({ ...server().context, passwords, settings });
}

const login = (username: string, password: string) => ({
  username,
  password,
  network,
  oldSession: undefined,
});

test('a successful login checks one hash, any other two', async () => {
  const passwords = makePasswords();
  let looks = 0;
  const accounts = accountsWith({
    ...passwords,
    verify: (...given) => {
      looks += 1;
      return passwords.verify(...given);
    },
    verifyAny: (...given) => {
      looks += 1;
      return passwords.verifyAny(...given);
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
  await clearRateLimits(server());
  const account = { username, password: PASSWORD, network };
  await expect(accounts.login(login(username, PASSWORD))).rejects.toThrow(BusyError);
  await expect(accounts.signup({ ...account, browser: undefined })).rejects.toThrow(BusyError);
  await expect(accounts.resetPassword({ ...account, id: 'x' })).rejects.toThrow(BusyError);
  const { rows } = await pool.query('SELECT bucket FROM tries WHERE count > 0');
  expect(rows).toEqual([]);
});

async function sessionsOf(username: string): Promise<readonly unknown[]> {
  const { rows } = await server().context.database.pool.query(
    'SELECT FROM sessions JOIN accounts ON accounts.id = account_id WHERE username = $1',
    [username],
  );
  return rows;
}

test(
  'a login that found the old password right while it was reset begins no session',
  { tags: 'slow' },
  async () => {
    const username = 'taken-back@example.com';
    await server().applicant(username);
    const passwords = makePasswords();
    const verified = Promise.withResolvers<void>();
    const isReset = Promise.withResolvers<void>();
    const accounts = accountsWith({
      ...passwords,
      async verify(...given) {
        const isRight = await passwords.verify(...given);
        verified.resolve();
        await isReset.promise;
        return isRight;
      },
    });
    const late = expect(accounts.login(login(username, PASSWORD))).rejects.toThrow(WrongCredentialsError);
    await verified.promise;
    await server().visitor().post('/public/forgot-password', { username });
    const id = await server().mail.resetId(username);
    await accounts.resetPassword({ username, id, password: 'A-New-Password-2-Use', network });
    isReset.resolve();
    await late;
    expect(await sessionsOf(username)).toEqual([]);
  },
);

test('a reset waits for a login that is beginning its session, and ends that session', async () => {
  const username = 'in-between@example.com';
  const applicant = await server().applicant(username);
  await server().visitor().post('/public/forgot-password', { username });
  const id = await server().mail.resetId(username);
  const accounts = accountsWith(makePasswords());
  const logins = Array.from({ length: 6 }, async () => accounts.login(login(username, PASSWORD)));
  await Promise.allSettled([
    ...logins,
    accounts.resetPassword({ username, id, password: 'A-New-Password-2-Use', network }),
  ]);
  expect((await applicant.get('/api/profile')).status).toBe(401);
  expect(await sessionsOf(username)).toEqual([]);
});
