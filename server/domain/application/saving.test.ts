import { expect, test } from 'vitest';
import { untilBlocked } from '#server/testing/blocked.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer();

const save = (applicant: Visitor, first_name: string) =>
  applicant.put('/api/answer', { answers: { first_name, city: 'Scranton' } });
const savedName = async (applicant: Visitor) => (await applicant.get('/api/profile')).body.answer.first_name;

function applicants(count: number): Promise<Visitor[]> {
  return Promise.all(Array.from({ length: count }, () => server().applicant()));
}

test('saves of many applicants at the same moment reach each their own application', async () => {
  const everybody = await applicants(8);
  const replies = await Promise.all(everybody.map((applicant, n) => save(applicant, `Name ${n}`)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await Promise.all(everybody.map(savedName))).toEqual(everybody.map((_, n) => `Name ${n}`));
});

test('a submitted application among them refuses alone', async () => {
  const [grace, ...others] = await applicants(4);
  if (grace === undefined) throw new Error('There are four.');
  await submit(grace);
  const replies = await Promise.all([grace, ...others].map((applicant) => save(applicant, 'Ada')));
  expect(replies.map(({ status }) => status)).toEqual([409, 200, 200, 200]);
  expect(await savedName(grace)).toBe('Grace');
});

test('a locked application delays no other, and is saved when it is free', async () => {
  const [held, ...others] = await applicants(4);
  if (held === undefined) throw new Error('There are four.');
  const { username } = (await held.get('/api/profile')).body;
  const holder = await server().context.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(
    'SELECT FROM applications JOIN accounts ON id = account_id WHERE username = $1 FOR UPDATE OF applications',
    [username],
  );
  const late = save(held, 'Late');
  const replies = await Promise.all(others.map((applicant) => save(applicant, 'Ada')));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  await holder.query('COMMIT');
  holder.release();
  expect((await late).status).toBe(200);
  expect(await savedName(held)).toBe('Late');
});

test('a save of an account that is being deleted is answered as without a session', async () => {
  const [leaving] = await applicants(1);
  if (leaving === undefined) throw new Error('There is one.');
  const { username } = (await leaving.get('/api/profile')).body;
  const holder = await server().context.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('DELETE FROM accounts WHERE username = $1', [username]);
  const late = [
    save(leaving, 'Late'),
    leaving.put('/api/tabs', { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' }),
  ];
  // The other one waits in memory.
  await untilBlocked(server().context.database, 1);
  await holder.query('COMMIT');
  holder.release();
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([401, 401]);
});

test('a save that the database refuses fails alone', async () => {
  await server().context.database.pool.query(`
    CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.value = 'poison' THEN RAISE 'no'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse_poison BEFORE INSERT ON answers FOR EACH ROW EXECUTE FUNCTION refuse_poison()`);
  const [poisoner, ...others] = await applicants(4);
  if (poisoner === undefined) throw new Error('There are four.');
  const replies = await Promise.all([
    save(poisoner, 'poison'),
    ...others.map((applicant) => save(applicant, 'Ada')),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([500, 200, 200, 200]);
  expect(await savedName(poisoner)).toBeUndefined();
  expect(await Promise.all(others.map(savedName))).toEqual(['Ada', 'Ada', 'Ada']);
});

test('the last of simultaneous saves of one applicant stays', async () => {
  const { context, account } = server();
  const { id, username } = await account();
  const names = Array.from({ length: 20 }, (_, n) => `Name ${n}`);
  await Promise.all(names.map((first_name) => context.applications.saveAnswers(id, { first_name })));
  expect((await context.applications.profile({ id, username })).answer).toEqual({ first_name: 'Name 19' });
  expect(await context.applications.printRevision(id)).toBe(20);
});

test.each([
  { saved: 'alone', count: 1 },
  { saved: 'among others', count: 4 },
])('a save that changes nothing leaves the revision and its time, $saved', async ({ count }) => {
  const { context, account, clock } = server();
  const { applications, database } = context;
  const accounts = await Promise.all(Array.from({ length: count }, () => account()));
  const saveAll = (answers: Record<string, string>) =>
    Promise.all(accounts.map(({ id }) => applications.saveAnswers(id, answers)));
  const stored = async () => {
    const ids = accounts.map(({ id }) => id);
    const sql = 'SELECT revision, updated_at FROM applications WHERE account_id = ANY($1)';
    return (await database.pool.query(sql, [ids])).rows;
  };
  await saveAll({ first_name: 'Ada', city: 'Scranton' });
  const before = await stored();
  expect(before).toHaveLength(count);
  for (const { revision } of before) expect(revision).toBe(1);
  clock.advance(1000);
  await saveAll({ first_name: 'Ada', city: 'Scranton' });
  await saveAll({});
  expect(await stored()).toEqual(before);
  await saveAll({ first_name: 'Ada', city: 'Dunmore' });
  for (const { revision, updated_at } of await stored())
    expect({ revision, updated_at }).toEqual({ revision: 2, updated_at: clock.now() });
});

test('a save that waits for another one is compared with what that one stored', async () => {
  const { context, account } = server();
  const { applications, database } = context;
  const { id, username } = await account();
  await applications.saveAnswers(id, { first_name: 'Ada' });
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('UPDATE applications SET revision = revision + 1 WHERE account_id = $1', [id]);
  await holder.query("UPDATE answers SET value = 'Bob' WHERE account_id = $1", [id]);
  const late = applications.saveAnswers(id, { first_name: 'Ada', city: 'Scranton', zip: '18503' });
  await untilBlocked(database, 1);
  await holder.query('COMMIT');
  holder.release();
  await late;
  expect((await applications.profile({ id, username })).answer).toMatchObject({ first_name: 'Ada' });
  expect(await applications.printRevision(id)).toBe(3);
});

test('nothing at all is refused, too, once the application is submitted', async () => {
  const [grace] = await applicants(1);
  if (grace === undefined) throw new Error('There is one.');
  expect((await grace.put('/api/answer', { answers: {} })).status).toBe(200);
  await submit(grace);
  expect((await grace.put('/api/answer', { answers: {} })).status).toBe(409);
});

test('a session that has ended is refused among others that have not', async () => {
  const [ada, bob, eve] = await applicants(3);
  if (ada === undefined || bob === undefined || eve === undefined) throw new Error('There are three.');
  const thief = server().visitor();
  for (const [name, value] of eve.cookies) thief.cookies.set(name, value);
  await eve.get('/api/logout');
  const replies = await Promise.all([save(ada, 'Ada'), save(thief, 'Eve'), save(bob, 'Bob')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 401, 200]);
});
