import { randomUUID } from 'node:crypto';
import { beforeAll, expect, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = useTestServer();
const THEIRS = 'Of-A-Stranger-1-Too';
const OWNER = '192.0.2.2';
const STRANGER = '192.0.2.1';

function caller(visitor: Visitor, remoteAddress: string) {
  return (url: string, payload: object) => visitor.send({ method: 'POST', url, payload, remoteAddress });
}
type Ask = ReturnType<typeof caller>;

const signUp = (ask: Ask, username: string) => ask('/public/signup', { username, password: PASSWORD });
/** Takes the newest code: that of the stranger's sign-up may be the same. */
async function confirm(ask: Ask, username: string) {
  const code = await server().context.accounts.codeToMail(username);
  expect((await ask('/public/confirm', { username, code })).status).toBe(200);
}
async function choosePassword(ask: Ask, username: string) {
  await ask('/public/forgot-password', { username });
  const id = await server().mail.resetId(username);
  const password = 'Chosen-By-The-Owner-1';
  const chosen = { username, id, password, confirm_password: password };
  expect((await ask('/public/reset-password', chosen)).status).toBe(200);
  expect((await ask('/public/login', { username, password })).status).toBe(200);
}

interface History {
  readonly owner: string;
  readonly before?: (ask: Ask, username: string) => Promise<unknown>;
  readonly after?: (ask: Ask, username: string) => Promise<unknown>;
}

/** Returns all answers to a stranger who has signed up with an address, whatever its owner does. */
async function answersTo({ before, after }: Omit<History, 'owner'>) {
  const username = `${randomUUID()}@example.com`;
  const ask = caller(server().visitor(), OWNER);
  const stranger = server().visitor();
  const tries = caller(stranger, STRANGER);
  await server().context.database.pool.query('DELETE FROM tries');
  await before?.(ask, username);
  const answers: object[] = [];
  const probe = async (url: string, payload: object) => {
    const { status, text, headers, cookies } = await tries(`/public/${url}`, { username, ...payload });
    const names = Object.keys(headers).toSorted();
    answers.push({ url, payload, status, text, names, cookies: cookies.map(({ name }) => name) });
  };
  await probe('signup', { password: THEIRS });
  await probe('login', { password: THEIRS });
  await after?.(ask, username);
  for (const password of [THEIRS, 'Not-The-Password-1']) await probe('login', { password });
  for (let guesses = 0; guesses < 7; guesses += 1) await probe('confirm', { code: '000000' });
  await probe('resend-confirm', {});
  await probe('confirm', { code: '000000' });
  await probe('forgot-password', {});
  const password = 'Chosen-By-A-Stranger-1';
  await probe('reset-password', { id: 'x'.repeat(43), password, confirm_password: password });
  await probe('signup', { password: THEIRS });
  await probe('signup', { password: 'Another-Of-Theirs-1' });
  for (const given of [THEIRS, 'Another-Of-Theirs-1', 'Not-The-Password-1'])
    await probe('login', { password: given });
  return answers;
}

const histories: readonly History[] = [
  {
    owner: 'confirms in another browser, and chooses a password',
    after: async (ask, username) => {
      await signUp(ask, username);
      const other = caller(server().visitor(), OWNER);
      await confirm(other, username);
      await choosePassword(other, username);
    },
  },
  { owner: 'has signed up before', before: signUp },
  {
    owner: 'has an account',
    before: (ask, username) => signUp(ask, username).then(() => confirm(ask, username)),
  },
  {
    owner: 'has an account, and chooses another password',
    before: (ask, username) => signUp(ask, username).then(() => confirm(ask, username)),
    after: choosePassword,
  },
  { owner: 'signs up', after: signUp },
  {
    owner: 'signs up with two passwords',
    after: async (ask, username) => {
      await signUp(ask, username);
      await ask('/public/signup', { username, password: 'Another-Of-The-Owner-1' });
    },
  },
  { owner: 'asks for a new code', after: (ask, username) => ask('/public/resend-confirm', { username }) },
  {
    owner: 'asks for a new password',
    after: (ask, username) => ask('/public/forgot-password', { username }),
  },
  { owner: 'confirms', after: (ask, username) => signUp(ask, username).then(() => confirm(ask, username)) },
  {
    owner: 'confirms a sign-up from before',
    before: signUp,
    after: confirm,
  },
  {
    owner: 'confirms, logs in and out',
    after: async (ask, username) => {
      await signUp(ask, username);
      await confirm(ask, username);
      expect((await ask('/public/login', { username, password: PASSWORD })).status).toBe(200);
    },
  },
];

let alone: readonly object[] = [];
beforeAll(async () => {
  alone = await answersTo({});
});

testEach(histories)(
  'a stranger who signs up with an address whose owner $owner learns nothing of it',
  { short: 2, long: 5 },
  async (history) => {
    expect(alone.slice(0, 4)).toMatchObject([
      { status: 200 },
      { status: 403 },
      { status: 403 },
      { status: 401 },
    ]);
    expect(await answersTo(history)).toEqual(alone);
  },
);
