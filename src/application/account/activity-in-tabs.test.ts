import { expect, test } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { handClock } from '#testing/hand-clock.ts';

const { account, tabOf } = freshBrowser();
fakeLocalStorage();

test.each([true, false])(
  'a tab knows within a second of activity in another one (chosen: %s)',
  async (isChosen) => {
    const clock = handClock();
    const { app: one } = await tabOf(account(), clock).start(ANN);
    const { app: two } = await tabOf(account(), clock).start(ANN);
    await clock.pass(10_000);
    const before = two.state.presence?.lastActive;
    one.dispatch({ type: 'active', isChosen });
    await clock.pass(1000);
    expect(two.state.presence?.lastActive).toEqual(one.state.presence?.lastActive);
    expect(two.state.presence?.lastActive).not.toEqual(before);
  },
);
