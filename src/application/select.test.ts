import { expect, test } from 'vitest';
import { after, OWNER, visitor } from '#testing/steps.ts';
import { snapshotOf, webStatusIn } from './select.ts';

test.each([
  { entries: [], status: null },
  { entries: ['started'], status: 'started' },
  { entries: ['started', 'started'], status: 'started' },
  { entries: ['started', 'unheard-of'], status: 'started' },
  { entries: ['validating', 'started'], status: 'validating' },
  { entries: ['started', 'validating', 'submitted'], status: 'submitted' },
])('$entries is $status', ({ entries, status }) => {
  const state = visitor();
  const web_status = entries.map((entry) => ({ web_status: entry }));
  const profile = { username: 'ann@example.org', last_page: null, web_status };
  state.who = { is: 'applicant', owner: OWNER };
  state.meta = { stamp: '', value: { owner: OWNER, profile } };
  expect(webStatusIn(state)).toBe(status);
});

function loggedIn(logins?: string[]) {
  const state = visitor();
  const profile = {
    username: 'ann@example.org',
    last_page: '/education',
    web_status: [{ web_status: 'started' }],
    ...(logins !== undefined && { successful_login: logins }),
  };
  const reading = { owner: OWNER, profile, answers: {}, version: undefined, since: '~' };
  after(state, { type: 'loggedIn', reading });
  return state;
}

test.each([
  { logins: undefined, count: 1 },
  { logins: [], count: 0 },
  { logins: ['2026-11-19T10:00:00.000Z', '2026-11-20T14:05:00.000Z'], count: 2 },
])('$logins.length logins are counted as $count', ({ logins, count }) => {
  expect(snapshotOf(loggedIn(logins))).toEqual({
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
  const state = loggedIn();
  after(state, { type: 'pageChanged' });
  after(state, { type: 'left', how: 'chosen' });
  expect(snapshotOf(state)).toEqual(snapshotOf(visitor()));
});
