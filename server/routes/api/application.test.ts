import { describe, expect, test } from 'vitest';
import { untilBlocked } from '#server/testing/blocked.ts';
import { SHORT_WAITS, useTestServer } from '#server/testing/test-server.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { submit } from '#server/testing/submit.ts';

const server = useTestServer({ overrides: { queueWaits: SHORT_WAITS } });

describe('PUT /api/answer', () => {
  test('changes only the keys sent, and an empty string clears one', async () => {
    const applicant = await server().applicant();
    await applicant.put('/api/answer', {
      answers: { first_name: 'Ada', last_name: 'Byron', city: 'London' },
    });
    await applicant.put('/api/answer', { answers: { last_name: 'Lovelace', city: '' } });
    const { body } = await applicant.get('/api/profile');
    expect(body.answer).toEqual({ first_name: 'Ada', last_name: 'Lovelace', city: '' });
  });

  test('a checkbox may be sent as a boolean, and is kept as text', async () => {
    const applicant = await server().applicant();
    await applicant.put('/api/answer', { answers: { race_asian: true, race_white: true } });
    const sent = await applicant.put('/api/answer', { answers: { race_white: false } });
    expect(sent.status).toBe(200);
    expect((await applicant.get('/api/profile')).body.answer).toEqual({ race_asian: 'true', race_white: '' });
  });

  test('an answer of any text is returned as it was sent', async () => {
    const applicant = await server().applicant();
    const texts = [
      '𝒳🧑‍🎓',
      '\u202Eabc',
      "'; DROP TABLE answers; --",
      '=1+1',
      '<img src=x>',
      '\uFEFFx',
      'a\tb\nc',
      'e\u0301',
    ];
    for (const first_name of texts) {
      await applicant.put('/api/answer', { answers: { first_name } });
      expect((await applicant.get('/api/profile')).body.answer.first_name).toBe(first_name);
    }
  });

  test.each<{ answers: object; key: string }>([
    { answers: { first_name: 'Ada', shoe_size: '38' }, key: 'shoe_size' },
    { answers: { first_name: 'Ada', constructor: 'x' }, key: 'constructor' },
    { answers: { first_name: 'Ada', toString: 'x' }, key: 'toString' },
    { answers: { first_name: 'Ada', city: 5 }, key: 'city' },
    { answers: { first_name: 'Ada', city: null }, key: 'city' },
    { answers: { first_name: 'Ada', city: ['x'] }, key: 'city' },
    { answers: { first_name: 'Ada', city: 'x'.repeat(46) }, key: 'city' },
    { answers: { first_name: 'Ada', city: 'a\u0000b' }, key: 'city' },
    { answers: { first_name: 'Ada', city: '\uD800' }, key: 'city' },
    { answers: { first_name: 'Ada', legal_agree: 'false' }, key: 'legal_agree' },
    { answers: { first_name: 'Ada', submit_date: '2020-01-01T00:00:00.000Z' }, key: 'submit_date' },
  ])('names $key and saves nothing of $answers', async ({ answers, key }) => {
    const applicant = await server().applicant();
    const refused = await applicant.put('/api/answer', { answers });
    expect(refused).toMatchObject({ status: 422, body: { errors: { [key]: [expect.any(String)] } } });
    expect(Object.keys(refused.body.errors)).toEqual([key]);
    expect((await applicant.get('/api/profile')).body.answer).toEqual({});
  });

  test('an account reads and changes only its own application', async () => {
    const [ada, bob] = [await server().applicant(), await server().applicant()];
    await ada.put('/api/answer', { answers: { first_name: 'Ada' } });
    expect((await bob.get('/api/profile')).body.answer).toEqual({});
  });
});

describe('POST /api/web-status', () => {
  test('goes from started to validating and never back', async () => {
    const applicant = await server().applicant();
    const statuses = async () => (await applicant.get('/api/profile')).body.web_status;
    await applicant.post('/api/web-status', { web_status: 'started' });
    expect(await statuses()).toEqual([{ web_status: 'started' }]);
    await applicant.post('/api/web-status', { web_status: 'validating' });
    await applicant.post('/api/web-status', { web_status: 'started' });
    expect(await statuses()).toEqual([{ web_status: 'started' }, { web_status: 'validating' }]);
  });

  test('validating alone counts as started, too', async () => {
    const applicant = await server().applicant();
    await applicant.post('/api/web-status', { web_status: 'validating' });
    expect((await applicant.get('/api/profile')).body.web_status).toHaveLength(2);
  });

  test('cannot say that the application is submitted', async () => {
    const applicant = await server().applicant();
    expect((await applicant.post('/api/web-status', { web_status: 'submitted' })).status).toBe(422);
    expect((await applicant.get('/api/profile')).body.web_status).toEqual([]);
  });
});

test.each(['\u0000', 'half \uD800'])(
  'POST /api/validations names the key of a message like %j',
  async (message) => {
    const applicant = await server().applicant();
    const refused = await applicant.post('/api/validations', { first_name: [message] });
    expect(refused).toMatchObject({ status: 422, body: { errors: { first_name: [expect.any(String)] } } });
  },
);

test('the last page, the lists and the tabs are returned as they were left', async () => {
  const applicant = await server().applicant();
  expect((await applicant.put('/api/last-page', { last_page: '/education' })).status).toBe(200);
  expect((await applicant.put('/api/last-page', { last_page: '/login' })).status).toBe(422);
  expect((await applicant.get('/api/profile')).body.last_page).toBe('/education');

  expect((await applicant.get('/api/add-another')).body).toEqual({});
  expect((await applicant.put('/api/add-another', { button_id: 'college', num_components: 3 })).body).toEqual(
    { college: 3 },
  );
  expect((await applicant.put('/api/add-another', { button_id: 'college', num_components: 6 })).status).toBe(
    422,
  );
  expect(
    (await applicant.put('/api/add-another', { button_id: 'college', num_components: 11 })).body.errors,
  ).toEqual({ num_components: ['This list can have 5 at most.'] });
  expect((await applicant.put('/api/add-another', { button_id: 'spouse', num_components: 2 })).status).toBe(
    422,
  );
  expect((await applicant.get('/api/add-another')).body).toEqual({ college: 3 });

  expect((await applicant.put('/api/tabs', { tab_id: 'nonsense', chosen_tab: 'x' })).status).toBe(422);
  expect((await applicant.get('/api/tabs')).body).toEqual({});
});

test('a profile read while the application is submitted is from before or from after, never of both', async () => {
  const applicant = await server().applicant('both@example.com');
  const { database } = server().context;
  const submission = await database.pool.connect();
  await submission.query('BEGIN; LOCK TABLE answers');
  const reading = applicant.get('/api/profile');
  await untilBlocked(database, 1);
  await submission.query(`
    WITH submitted AS (
      UPDATE applications SET submitted_at = now() FROM accounts
      WHERE id = account_id AND username = 'both@example.com' RETURNING account_id
    )
    INSERT INTO answers (account_id, key, value, updated_at)
    SELECT account_id, 'submit_date', '2026-09-01T15:00:00.000Z', now() FROM submitted`);
  await submission.query('COMMIT');
  submission.release();
  const { answer, web_status } = (await reading).body;
  expect(web_status).toHaveLength(Object.keys(answer).length);
});

describe('POST /api/submit', () => {
  test('refuses an incomplete application by the rules of the form, and changes nothing', async () => {
    const applicant = await server().applicant();
    await applicant.put('/api/answer', { answers: { first_name: 'Ada' } });
    const refused = await applicant.post('/api/submit');
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('last_name');
    expect(refused.body.errors).not.toHaveProperty('first_name');
    const { body } = await applicant.get('/api/profile');
    expect(body.web_status).toEqual([]);
    expect(body.answer).toEqual({ first_name: 'Ada' });
  });

  test('submits once of many at once, freezes a copy and sends one mail', async () => {
    const { context, mail } = server();
    const username = 'grace@example.com';
    const applicant = await server().applicant(username);
    await applicant.put('/api/answer', { answers: completeAnswers });
    const answers = await Promise.all(Array.from({ length: 8 }, () => applicant.post('/api/submit')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 200)?.body.message).toBe(
      'Your application was successfully submitted.',
    );

    const { body } = await applicant.get('/api/profile');
    expect(body.web_status.map((entry: { web_status: string }) => entry.web_status)).toEqual([
      'started',
      'validating',
      'submitted',
    ]);
    expect(body.answer.submit_date).toBe('2026-09-01T15:00:00.000Z');
    expect((await mail.next(username, ({ subject }) => subject.includes('received'))).text).toContain(
      'September 1, 2026',
    );
    expect(
      mail.sent.filter(({ to, subject }) => to === username && subject.includes('received')),
    ).toHaveLength(1);
    const { rows } = await context.database.pool.query('SELECT frozen FROM submissions');
    expect(rows).toHaveLength(1);
    expect(rows[0].frozen.answer).toMatchObject({
      first_name: completeAnswers['first_name'],
      submit_date: body.answer.submit_date,
    });
    expect(JSON.stringify(rows)).not.toContain(completeAnswers['ssn']);
  });

  test('nothing of an application changes after it was submitted', async () => {
    const applicant = await server().applicant();
    await submit(applicant);
    const before = (await applicant.get('/api/profile')).body;
    const late = [
      await applicant.put('/api/answer', { answers: { first_name: 'Eve' } }),
      await applicant.post('/api/web-status', { web_status: 'started' }),
      await applicant.put('/api/last-page', { last_page: '/about' }),
      await applicant.post('/api/validations', {}),
      await applicant.put('/api/add-another', { button_id: 'college', num_components: 2 }),
      await applicant.put('/api/tabs', { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' }),
      await applicant.post('/api/submit'),
    ];
    expect(late.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409, 409]);
    expect((await applicant.get('/api/profile')).body).toEqual(before);
  });

  test('submitting takes no body, or an empty one', async () => {
    const applicant = await server().applicant();
    const empty = {
      method: 'POST',
      url: '/api/submit',
      headers: { 'content-type': 'application/json' },
      payload: '',
    } as const;
    expect((await applicant.send(empty)).body.errors).toHaveProperty('first_name');
    expect((await applicant.post('/api/submit', {})).body.errors).toHaveProperty('first_name');
    expect((await applicant.post('/api/submit', { force: true })).body.errors).toEqual({
      force: [expect.any(String)],
    });
  });
});
