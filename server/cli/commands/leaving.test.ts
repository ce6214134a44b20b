import { expect, test } from 'vitest';
import { commandRunner } from '#server/testing/run-command.ts';
import { startClerk } from '#server/testing/office.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const run = commandRunner(() => server().context);
const status = async (browser: { get(url: string): Promise<{ status: number }> }, url = '/api/profile') =>
  (await browser.get(url)).status;

test('change-address tells both addresses, and the old one nothing of the new one', async () => {
  const [old, changed] = ['old@example.com', 'new@example.com'];
  await server().applicant(old);
  await run('change-address', [old, changed]);
  const toOld = await server().mail.next(old, ({ subject }) => subject.includes('was changed'));
  expect(toOld.text).toContain('If you did not ask for this, please tell us right away');
  expect(JSON.stringify([toOld.subject, toOld.text])).not.toContain(changed);
  const toNew = await server().mail.next(changed);
  expect(toNew.subject).toContain('this is now your e-mail address');
  expect(toNew.text).toContain('/login');
  expect(JSON.stringify([toNew.subject, toNew.text])).not.toContain(old);
});

test('end-sessions logs out one applicant everywhere, or everybody', async () => {
  const username = 'ends@example.com';
  const here = await server().applicant(username);
  const there = server().visitor();
  await there.post('/public/login', { username, password: PASSWORD });
  const other = await server().applicant('other@example.com');
  const desk = await startClerk(server(), 'Nora Clerk');
  await here.post('/public/forgot-password', { username });
  const id = await server().mail.resetId(username);

  expect(await run('end-sessions', [username])).toEqual([`${username} is logged out everywhere.`]);
  expect([await status(here), await status(there), await status(other)]).toEqual([401, 401, 200]);
  const reset = { username, password: `${PASSWORD}-9`, confirm_password: `${PASSWORD}-9`, id };
  expect((await here.post('/public/reset-password', reset)).status).toBe(422);
  expect((await run('audit', [username])).at(-1)).toContain('\tsessions-ended\t');

  expect(await run('end-sessions', [], { all: true })).toEqual(['Everybody is logged out.']);
  expect([await status(other), await status(desk, '/office')]).toEqual([401, 404]);
  expect((await here.post('/public/login', { username, password: PASSWORD })).status).toBe(200);
});

test.each([
  { words: [], options: {} },
  { words: ['other@example.com'], options: { all: true } },
])('end-sessions $words $options ends nothing', async ({ words, options }) => {
  await expect(run('end-sessions', words, options)).rejects.toThrow('Whose sessions?');
});
