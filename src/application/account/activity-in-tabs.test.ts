import { expect, test } from 'vitest';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { handClock } from '#testing/hand-clock.ts';

const { account, tabOf } = freshBrowser();
const local = fakeLocalStorage();

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

test('a tab that follows a login elsewhere does not forget when the next person was active', async () => {
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  await one.app.leave('expired');
  await one.logIn(BEN);
  await two.app.catchUp();
  expect(two.app.state.who.is).toBe('departed');
  expect([...local.keys()]).toEqual(['last-activity']);
});
