import { expect, test } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { snapshotOf } from '../select.ts';

const { account, tabOf } = freshBrowser();

test('a profile that was read before a page was noted does not restore the page before', async () => {
  const tab = await tabOf().start(ANN);
  const { app } = tab;
  app.dispatch({ type: 'visited', path: '/about' });
  await app.save();
  app.dispatch({ type: 'visited', path: '/education' });
  // The account is read before the call is sent.
  app.dispatch({ type: 'sendAsked', readsIfOlderThanMs: -1 });
  await app.save();
  expect(snapshotOf(app.state).last_page).toBe('/education');
  app.dispatch({ type: 'visited', path: '/about' });
  await app.save();
  expect(account().operations.at(-1)).toEqual({ kind: 'last-page', last_page: '/about' });
});
