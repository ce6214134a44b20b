import { expect, test, vi } from 'vitest';
import { UnauthorizedError } from '#api/errors.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { handClock } from '#testing/hand-clock.ts';
import { profileOf, type Tab } from '#testing/tab.ts';
import { SEEN, seenIn } from '../draft.ts';
import { nameOf } from '../record-names.ts';
import { stampNow } from './select.ts';

const { account, tabOf } = freshBrowser();

/** A wait that the test ends. */
function gate() {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (open = resolve));
  return { until, open };
}

/** Real storage answers only after some turns, so time passes a little at a time. */
async function passes(hands: ReturnType<typeof handClock>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await hands.pass(500);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test('a response that a tab gets after another one has begun to send is not noted', async () => {
  const hands = handClock();
  const one = await tabOf(account(), hands).start(ANN);
  const two = await tabOf(account(), hands).start(ANN);
  const { until, open } = gate();
  account().faults.push({ until });
  one.app.set('city', 'Scranton');
  void one.app.save();
  await vi.waitFor(() => expect(account().calls).toBe(1));
  await vi.waitFor(() => expect(two.app.get('city')).toBe('Scranton'));
  two.app.set('city', 'Erie');
  const saved = two.app.save();
  await passes(hands, 12_000);
  expect(await saved).toBe(true);
  expect(account().answers['city']).toBe('Erie');
  account().changeElsewhere({ city: 'York' });
  // Its request finally arrives, and changes nothing.
  open();
  await passes(hands, 3000);
  expect(account().answers['city']).toBe('York');
  await one.app.journal.flush();
  await two.app.catchUp();
  expect([one.conflicts, two.conflicts]).toEqual([[], []]);
});

test('a tab that has slept does not replace what another one has seen since', async () => {
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  one.app.set('city', 'Scranton');
  await one.app.save();
  await two.app.catchUp();
  two.app.set('city', 'Erie');
  await two.app.save();
  const seenBy = ({ app }: Tab) => [...app.state.drafts.values()].flatMap((draft) => seenIn(draft) ?? []);
  const seen = seenBy(two);
  expect(seen.map(({ answers }) => answers['city'])).toEqual(['Erie']);
  // Like a tab that was frozen between a request and its response.
  const answers = [{ key: 'city', value: 'Scranton' }];
  one.app.dispatch({ type: 'sending', answers });
  one.app.dispatch({ type: 'saved', answers, over: '"1"', version: '"2"' });
  await one.app.journal.flush();
  await one.app.catchUp();
  expect(seenBy(one)).toEqual(seen);
  expect(one.app.get('city')).toBe('Erie');
});

test('a letter that is typed while an account is read stays', async () => {
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  two.app.set('city', 'Scranton');
  await two.app.save();
  await one.app.catchUp();
  const { who } = one.app.state;
  const owner = who.is === 'applicant' ? who.owner : '';
  const reading = {
    owner,
    profile: profileOf(ANN),
    answers: { city: 'York' },
    version: '"9"',
    since: stampNow(one.app),
  };
  one.app.dispatch({ type: 'profileRead', reading });
  // The write has begun.
  await Promise.resolve();
  one.app.set('city', 'Erie');
  await one.app.journal.flush();
  expect(one.app.get('city')).toBe('Erie');
  await two.app.catchUp();
  expect(two.app.get('city')).toBe('Erie');
});

test.each(['idle', 'expired', 'chosen'] as const)(
  'a tab that missed a logout (%s) follows at its next check, and shows nothing more',
  async (how) => {
    vi.stubGlobal('BroadcastChannel', undefined);
    account().answers['zip'] = '18509';
    const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
    await one.app.leave(how);
    expect(two.app.state.who.is).toBe('applicant');
    await two.app.catchUp();
    expect(two.app.state.who).toEqual({ is: 'departed', how });
    expect(two.app.get('zip')).toBe('');
    vi.unstubAllGlobals();
  },
);

test('a tab that follows another account’s login does not log it out', async () => {
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  await one.app.leave('expired');
  await one.logIn(BEN);
  await vi.waitFor(() => expect(two.app.state.who.is).toBe('departed'));
  await two.app.catchUp();
  one.app.set('city', 'Erie');
  await one.app.save();
  one.kill();
  two.kill();
  const next = await tabOf().start();
  await next.app.addOwner(one.app.state.who.is === 'applicant' ? one.app.state.who.owner : '');
  expect(one.app.state.who.is).toBe('applicant');
  const { owner } = one.app.state.who as { owner: string };
  expect(next.app.state.drafts.get(owner)?.answers.get('city')?.value?.value).toBe('Erie');
});

test('if nothing can be stored, tabs are still told of a logout', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  two.app.set('city', 'Erie');
  await vi.waitFor(() => expect(one.app.get('city')).toBe('Erie'));
  await one.app.leave('chosen');
  await vi.waitFor(() => expect(two.app.state.who).toEqual({ is: 'departed', how: 'chosen' }));
  expect(two.app.get('city')).toBe('');
  vi.unstubAllGlobals();
});

test('a request that another person left on its way neither keeps the next one from saving nor logs them out', async () => {
  const hands = handClock();
  const tab = await tabOf(account(), hands).start(ANN);
  const { until, open } = gate();
  const put = vi.spyOn(account().wire, 'put').mockImplementationOnce(async () => {
    await until;
    throw new UnauthorizedError(401, 'Your session is invalid.');
  });
  tab.app.set('city', 'Scranton');
  void tab.app.save();
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
  await tab.app.leave('chosen');
  await tab.logIn(BEN);
  tab.app.set('city', 'Erie');
  const saved = tab.app.save();
  await passes(hands, 12_000);
  expect(await saved).toBe(true);
  expect(account().answers['city']).toBe('Erie');
  open();
  await passes(hands, 1000);
  expect(tab.heard).toEqual([]);
});

test('a tab that has lost what was seen of the account reads it before it sends', async () => {
  const tab = await tabOf().start(ANN);
  tab.app.set('city', 'Scranton');
  account().changeElsewhere({ city: 'York' });
  const { owner } = tab.app.state.who as { owner: string };
  const name = nameOf('seen', owner, SEEN);
  const { stamp } = tab.app.state.drafts.get(owner)!.seen.get(SEEN)!;
  // Of a tab that has logged out before this one has logged in.
  const records = new Map([[name, { stamp, value: undefined }]]);
  tab.app.dispatch({ type: 'recordsCame', records, from: 'tab' });
  await tab.app.save();
  expect(tab.conflicts).toMatchObject([{ mine: 'Scranton', theirs: 'York' }]);
  expect(account().answers['city']).toBe('York');
});
