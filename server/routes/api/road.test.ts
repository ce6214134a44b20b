import { expect, test } from 'vitest';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('an applicant signs up, confirms, logs in, saves and finds the answers again', async () => {
  const { mail, visitor } = server();
  const username = 'ada@example.com';
  const ada = visitor();
  expect((await ada.get('/api/profile')).status).toBe(401);
  expect((await ada.post('/public/signup', { username: 'Ada@Example.com', password: PASSWORD })).status).toBe(
    200,
  );
  expect((await ada.post('/public/login', { username, password: PASSWORD })).status).toBe(403);
  const code = await mail.code(username);
  expect((await ada.post('/public/confirm', { username, code })).status).toBe(200);
  expect((await ada.post('/public/login', { username, password: PASSWORD })).status).toBe(200);
  expect(await ada.put('/api/answer', { answers: { first_name: 'Ada', ssn: '123-45-6789' } })).toMatchObject({
    status: 200,
  });
  expect((await ada.get('/api/profile')).body).toMatchObject({
    username,
    answer: { first_name: 'Ada', ssn: '123-45-6789' },
    web_status: [],
    last_page: null,
  });
  expect((await ada.get('/api/logout')).status).toBe(200);
  expect((await ada.get('/api/profile')).status).toBe(401);
});
