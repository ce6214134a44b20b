import { expect, test } from 'vitest';
import { webStatusOf } from './web-status.ts';

test.each([
  { entries: [], status: null },
  { entries: ['started'], status: 'started' },
  { entries: ['started', 'started'], status: 'started' },
  { entries: ['started', 'unheard-of'], status: 'started' },
  { entries: ['validating', 'started'], status: 'validating' },
  { entries: ['started', 'validating', 'submitted'], status: 'submitted' },
])('$entries is $status', ({ entries, status }) => {
  expect(webStatusOf(entries.map((web_status) => ({ web_status })))).toBe(status);
});
