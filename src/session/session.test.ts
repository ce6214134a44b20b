import { expect, test } from 'vitest';
import { Session } from './session.ts';

test.each([
  { logins: undefined, count: 1 },
  { logins: [], count: 0 },
  { logins: ['2026-11-19T10:00:00.000Z', '2026-11-20T14:05:00.000Z'], count: 2 },
])('$logins.length logins are counted as $count', ({ logins, count }) => {
  const session = new Session();
  session.adopt({
    username: 'ann@example.org',
    last_page: '/education',
    web_status: [{ web_status: 'started' }],
    answer: {},
    document_answer: {},
    ...(logins !== undefined && { successful_login: logins }),
  });
  expect(session.get()).toEqual({
    username: 'ann@example.org',
    last_page: '/education',
    num_logins: count,
    is_logged_in: true,
    is_service_user: false,
    has_changed_page: false,
    web_status: 'started',
  });
});

test('nothing of the last user is known after a logout', () => {
  const session = new Session();
  session.adopt({
    username: 'ann@example.org',
    last_page: '/education',
    web_status: [],
    answer: {},
    document_answer: {},
  });
  session.changedPage();
  session.end();
  expect(session.get()).toEqual(new Session().get());
});
