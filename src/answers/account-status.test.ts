import { expect, test } from 'vitest';
import { accountStatusOf } from './account-status.ts';
import type { Operation } from './records.ts';
import type { SaveFacts } from './save-status.ts';

const facts: SaveFacts = {
  device: { kind: 'kept' },
  isOnDevice: true,
  hasAnswers: true,
  standing: { kind: 'sending' },
  waitingAnswers: 0,
  waitingFiles: 0,
  areFilesOffline: false,
  isWaiting: true,
  waitingCalls: [],
  refused: 0,
  conflicts: 0,
  savedAt: undefined,
  elapsed: 0,
};
const waiting = (operation: Operation) => ({
  name: operation.kind,
  stamp: '',
  operation,
});
const page = waiting({ kind: 'last-page', last_page: '/about' });
const status = waiting({ kind: 'web-status', web_status: 'started' });
const college = waiting({ kind: 'add-another', button_id: 'college', num_components: 2 });
const SENDING = 'Saved on this device. Sending …';

test.each<[what: string, changed: Partial<SaveFacts>, text: string | RegExp]>([
  ['nothing but the page and the status', { waitingCalls: [status, page] }, /^$/],
  ['nothing but the page, after a save', { waitingCalls: [page], savedAt: 0 }, /^Saved to your account at /],
  ['an answer', { waitingCalls: [page], waitingAnswers: 1 }, SENDING],
  ['a college that was added', { waitingCalls: [page, college] }, SENDING],
  ['a file', { waitingFiles: 1 }, SENDING],
  ['a letter that does not rest on the device yet', { isOnDevice: false }, 'Saving …'],
])('while %s is on its way', (_, changed, text) => {
  expect(accountStatusOf({ ...facts, ...changed }).text).toMatch(text);
});
