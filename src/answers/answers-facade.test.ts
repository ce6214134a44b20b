// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerError } from '#api/errors.ts';
import { clock } from '#device/clock.ts';
import { SharedRecords } from '#device/shared-records.ts';
import { answerKeys } from '#form/keys.ts';
import { FakeAccount } from '#testing/fake-account.ts';
import { killAll, profileOf, Tab } from '#testing/tab.ts';
import {
  choose,
  decideForeign,
  isKnownAsSubmitted,
  login,
  rememberedProfile,
  resume,
} from './account-answers.ts';
import { agreeing } from './account-side.ts';
import { sidePrefix } from './records.ts';
import type { Side } from './conflict.ts';
import { withWaiting } from './with-waiting.ts';
import { bringBack, fillBlanks } from './together.ts';

const ANN = 'ann@example.org';
const BEN = 'ben@example.org';
const open: Tab[] = [];
let account: FakeAccount;

function tabOf(of: FakeAccount = account): Tab {
  const tab = new Tab(of);
  open.push(tab);
  return tab;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  account = new FakeAccount();
});
afterEach(async () => {
  await killAll(open);
  vi.restoreAllMocks();
});

test('gives back what was typed, next time', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  tab.kill();
  expect((await tabOf().start()).answers.store.get('city')).toBe('Scranton');
});

test('keeps what was typed before the device was read, over what rests there', async () => {
  const before = await tabOf().start();
  before.answers.store.set('city', 'Scranton');
  before.answers.store.set('zip', '18509');
  await before.answers.flush();
  before.kill();
  const tab = tabOf();
  tab.answers.store.set('city', 'Erie');
  await tab.start();
  await tab.answers.flush();
  expect(tab.answers.store.getAll()).toMatchObject({ city: 'Erie', zip: '18509' });
  tab.kill();
  expect((await tabOf().start()).answers.store.get('city')).toBe('Erie');
});

test('tells what moves the page once nobody is typing, and at once to somebody who has finished', async () => {
  const tab = await tabOf().start();
  const cities: (string | undefined)[] = [];
  tab.answers.saveLine.subscribeSettled(() => cities.push(tab.answers.saveLine.settledAnswers['city']));
  tab.answers.store.type('city', 'S');
  tab.answers.store.type('city', 'Sc');
  expect(cities).toEqual([]);
  await vi.waitFor(() => expect(cities).toEqual(['Sc']));
  tab.answers.store.type('city', 'Scr');
  await tab.answers.flush();
  expect(cities).toEqual(['Sc', 'Scr']);
});

test('takes an anonymous draft along into the account that signs up with it, and leaves none behind', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.owners.claimFor(ANN);
  await login(tab.answers, profileOf(ANN), {}, tab.answers.stampNow());
  await tab.answers.flush();
  expect(account.answers).toMatchObject({ city: 'Scranton' });
  await tab.answers.owners.chosenLogout();
  expect((await tabOf().start()).answers.store.get('city')).toBe('');
});

test('a visitor who clears the device sees nothing of it any more, and types into a blank form', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  tab.answers.store.set('last_name', 'Ng');
  await tab.answers.flush();
  await tab.answers.owners.chosenLogout();
  expect(tab.answers.store.hasAnswers).toBe(false);
  expect(tab.answers.saveLine.status.text).toBe('');
  tab.answers.store.set('city', 'Erie');
  await tab.answers.flush();
  expect((await tabOf().start()).answers.store.getAll()).toMatchObject({ city: 'Erie' });
  expect((await tabOf().start()).answers.store.get('last_name')).toBe('');
});

test.each([
  { draft: '', ofAccount: '', after: '', asked: false },
  { draft: '', ofAccount: 'Erie', after: 'Erie', asked: false },
  { draft: 'York', ofAccount: '', after: 'York', asked: false },
  { draft: 'York', ofAccount: 'York', after: 'York', asked: false },
  { draft: 'York', ofAccount: 'Erie', after: 'Erie', asked: true },
])('a draft’s "$draft" meets the account’s "$ofAccount"', async ({ draft, ofAccount, after, asked }) => {
  account.answers['city'] = ofAccount;
  const tab = await tabOf().start();
  tab.answers.store.set('city', draft);
  await login(tab.answers, profileOf(ANN), { ...account.answers }, tab.answers.stampNow());
  await tab.answers.flush();
  expect(account.answers['city']).toBe(after);
  expect(tab.answers.conflicts).toEqual(asked ? [{ key: 'city', mine: draft, theirs: ofAccount }] : []);
});

test.each(['mine', 'theirs'] as const)('keeps %s when the applicant says so', async (keeps) => {
  account.answers['city'] = 'Erie';
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'York');
  await login(tab.answers, profileOf(ANN), { ...account.answers }, tab.answers.stampNow());
  await choose(tab.answers, new Map([['city', keeps]]));
  await tab.answers.flush();
  const kept = keeps === 'mine' ? 'York' : 'Erie';
  expect(account.answers['city']).toBe(kept);
  expect(tab.answers.store.get('city')).toBe(kept);
  expect(tab.answers.conflicts).toEqual([]);
});

test.each([
  {
    title: 'a concentration that both majors have stays',
    ofAccount: { program_type: 'MASTER', applied_major: 'ENGR', applied_concentration: 'CIV' },
    draft: { program_type: 'MASTER', applied_major: 'SURV' },
    keeps: { applied_major: 'mine' },
    after: { applied_major: 'SURV', applied_concentration: 'CIV' },
  },
  {
    title: 'a major that has no concentration over one that has',
    ofAccount: { program_type: 'MASTER', applied_major: 'ENGR', applied_concentration: 'CIV' },
    draft: { program_type: 'MASTER', applied_major: 'LIBR' },
    keeps: { applied_major: 'mine' },
    after: { applied_major: 'LIBR', applied_concentration: '' },
  },
  {
    title: 'the major of the account, with its concentration',
    ofAccount: { program_type: 'MASTER', applied_major: 'ENGR', applied_concentration: 'CIV' },
    draft: { program_type: 'MASTER', applied_major: 'LIBR' },
    keeps: { applied_major: 'theirs' },
    after: { applied_major: 'ENGR', applied_concentration: 'CIV' },
  },
  {
    title: 'a program type, and the major and concentration that go with it',
    ofAccount: { program_type: 'DOCTOR', applied_major: 'LEAD', applied_concentration: 'UNIV' },
    draft: { program_type: 'MASTER', applied_major: 'ENGR', applied_concentration: 'CIV' },
    keeps: { program_type: 'theirs', applied_major: 'theirs', applied_concentration: 'theirs' },
    after: { program_type: 'DOCTOR', applied_major: 'LEAD', applied_concentration: 'UNIV' },
  },
  {
    title: 'a citizen has no alien number',
    ofAccount: { citizenship_type: '1', alien_registration_number: '' },
    draft: { citizenship_type: '2', alien_registration_number: 'A12345678' },
    keeps: { citizenship_type: 'theirs' },
    after: { citizenship_type: '1', alien_registration_number: '' },
  },
] as const)(
  'choosing leaves no impossible combination: $title',
  async ({ ofAccount, draft, keeps, after }) => {
    Object.assign(account.answers, ofAccount);
    const tab = await tabOf().start();
    for (const key of answerKeys) {
      const value = new Map<string, string>(Object.entries(draft)).get(key);
      if (value !== undefined) tab.answers.store.set(key, value);
    }
    await tab.logIn(ANN);
    await choose(tab.answers, new Map<string, Side>(Object.entries(keeps)));
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.store.getAll()).toMatchObject(after);
    expect(account.answers).toMatchObject(after);
  },
);

test('a copy leaves no impossible combination, and can be undone', async () => {
  const tab = await tabOf().start();
  const { store } = tab.answers;
  store.set('program_type', 'MASTER');
  store.set('applied_major', 'ENGR');
  store.set('applied_concentration', 'CIV');
  const before = store.getAll();
  const undo = bringBack(store, { program_type: 'DOCTOR', program_type_desc: 'Doctorate' });
  expect(store.getAll()).toMatchObject({ program_type: 'DOCTOR', applied_major: '' });
  undo();
  expect(store.getAll()).toEqual(before);
});

test('filling blanks takes nothing that the answers here leave no room for', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('program_type', 'DOCTOR');
  fillBlanks(tab.answers.store, { program_type: 'MASTER', applied_major: 'ENGR', city: 'Erie' });
  expect(tab.answers.store.getAll()).toMatchObject({ program_type: 'DOCTOR', city: 'Erie' });
  expect(tab.answers.store.get('applied_major')).toBe('');
});

test('filling blanks takes nothing that belongs to an account, and nothing that nobody asks', async () => {
  const tab = await tabOf().start();
  fillBlanks(tab.answers.store, { employ_resume: 'ANSWERED', submit_date: '2026-11-20', shoe_size: '43' });
  expect(tab.answers.store.getAll()).toEqual({});
});

describe('a label is no conflict of its own', () => {
  const LABELLED = { gender: 'female', gender_desc: 'Woman' };

  test.each([
    { title: 'chosen here, and on another device', label: 'Woman', gender: 'female' },
    { title: 'another answer than on the other device', label: 'Man', gender: 'male' },
  ])('$title', async ({ label, gender }) => {
    Object.assign(account.answers, { gender: 'nonbinary', gender_desc: 'Nonbinary' });
    const tab = await tabOf().start(ANN);
    Object.assign(account.answers, { gender, gender_desc: label });
    account.faults.push('lost-request');
    tab.answers.store.set('gender', 'female');
    await tab.answers.flush();
    const isSame = gender === 'female';
    expect(await tab.answers.flush()).toBe(isSame);
    expect(tab.answers.conflicts.map(({ key }) => key)).toEqual(isSame ? [] : ['gender']);
    expect(account.answers).toEqual({ gender, gender_desc: isSame ? 'Female' : label });
    if (isSame) return;
    await choose(tab.answers, new Map([['gender', 'theirs']]));
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.store.getAll()).toMatchObject({ gender, gender_desc: label });
  });

  test('in a draft that was made without an account', async () => {
    Object.assign(account.answers, LABELLED);
    const tab = await tabOf().start();
    tab.answers.store.set('gender', 'female');
    await tab.logIn(ANN);
    expect(await tab.answers.flush()).toBe(true);
    expect(account.answers['gender_desc']).toBe('Female');
  });

  test('nor is one that another release has left on this device as such', async () => {
    Object.assign(account.answers, LABELLED);
    const before = await tabOf().start(ANN);
    const side = `${sidePrefix(before.answers.owner)}gender_desc`;
    before.kill();
    const records = new SharedRecords('answers', before.device, clock, [side], {
      onNews: () => undefined,
      onEarly: () => new Map(),
      onWritten: () => undefined,
      onReplaced: () => undefined,
    });
    await records.open();
    records.put(new Map([[side, { ...agreeing('Lady'), theirs: 'Lady' }]]));
    await records.flush();
    records.close();
    account.answers['gender_desc'] = 'Lady';

    const tab = await tabOf().start(ANN);
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.saveLine.status.text).toMatch(/^Saved to your account at /);
  });

  test('it comes with the answer that another device gave, though this one’s own is still on its way', async () => {
    Object.assign(account.answers, { ...LABELLED, city: 'York' });
    const tab = await tabOf().start(ANN);
    // The batch is refused, then sent one by one. The request with the label is lost.
    account.faults.push({ status: 422 }, 'none', 'lost-request');
    tab.answers.store.set('gender', 'male');
    await tab.answers.flush();
    expect(account.answers).toMatchObject({ gender: 'male', gender_desc: 'Woman' });
    Object.assign(account.answers, { gender: 'nonbinary', gender_desc: 'Neither' });
    await tab.answers.flush();
    expect(tab.answers.store.getAll()).toMatchObject({ gender: 'nonbinary', gender_desc: 'Neither' });
    expect(account.answers).toMatchObject({ gender: 'nonbinary', gender_desc: 'Neither' });
  });
});

test('never gives a draft that Ann signed up with to Ben unasked', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('ssn', '123-45-6789');
  await tab.answers.owners.claimFor(ANN);
  await login(tab.answers, profileOf(BEN), {}, tab.answers.stampNow());
  await tab.answers.flush();
  expect(account.answers).toEqual({});
  expect(tab.answers.foreignDraft?.answers.get('ssn')).toBe('123-45-6789');
  decideForeign(tab.answers, false);
  await tab.answers.owners.chosenLogout();
  // The draft is still there for Ann.
  const next = await tabOf().start();
  const ofAnn = new FakeAccount();
  Object.assign(account, { answers: ofAnn.answers });
  await login(next.answers, profileOf(ANN), {}, next.answers.stampNow());
  expect(next.answers.store.get('ssn')).toBe('123-45-6789');
});

test('takes another’s draft when the applicant says so', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'York');
  await tab.answers.owners.claimFor(ANN);
  await login(tab.answers, profileOf(BEN), {}, tab.answers.stampNow());
  decideForeign(tab.answers, true);
  await tab.answers.flush();
  expect(account.answers).toMatchObject({ city: 'York' });
  expect(tab.answers.foreignDraft).toBeUndefined();
});

test('an ended session seals what waits, and sends it when the same account is back', async () => {
  account.answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account.always = 'unauthorized';
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(tab.heard).toContain('unauthorized');
  await tab.answers.owners.automaticLogout();
  expect(Object.values(tab.answers.store.getAll()).join('')).toBe('');
  tab.kill();

  account.always = 'none';
  const ofBen = new FakeAccount();
  const ben = await tabOf(ofBen).start(BEN);
  expect(ben.answers.store.get('city')).toBe('');
  await ben.answers.flush();
  expect(ofBen.answers).toEqual({});
  await ben.answers.owners.chosenLogout();
  ben.kill();

  const ann = await tabOf().start(ANN);
  expect(ann.answers.store.get('city')).toBe('Scranton');
  await ann.answers.flush();
  expect(account.answers).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test.each([{ who: undefined }, { who: ANN }])(
  'knows whether what was entered is in this page alone ($who)',
  async ({ who }) => {
    const tab = await tabOf().start(who);
    account.always = 'lost-request';
    tab.answers.store.set('city', 'Scranton');
    await tab.answers.flush();
    expect(tab.answers.isOnlyHere).toBe(false);
    await tab.device.setShared(true);
    expect(tab.answers.isOnlyHere).toBe(true);
    account.always = 'none';
    if (who === undefined) await tab.logIn(ANN);
    await tab.answers.flush();
    expect(tab.answers.isOnlyHere).toBe(false);
  },
);

test('an ended session on a shared computer keeps what waits for the same account, as long as the page is open', async () => {
  account.answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account.always = 'unauthorized';
  tab.answers.store.set('last_name', 'Ng');
  await tab.device.setShared(true);
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  await tab.answers.owners.automaticLogout();
  expect(Object.values(tab.answers.store.getAll()).join('')).toBe('');

  account.always = 'none';
  await tab.logIn(BEN);
  expect(tab.answers.store.get('last_name') + tab.answers.store.get('city')).toBe('');
  await tab.answers.owners.automaticLogout();
  await tab.logIn(ANN);
  await tab.answers.flush();
  expect(account.answers).toEqual({ last_name: 'Ng', city: 'Scranton', zip: '18509' });
});

test('an ended session of another tab on a shared computer leaves here what waits, and nothing else', async () => {
  account.answers['zip'] = '18509';
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  await one.device.setShared(true);
  await two.device.setShared(true);
  account.always = 'unauthorized';
  one.answers.store.set('city', 'Scranton');
  await vi.waitFor(() => expect(two.answers.store.get('city')).toBe('Scranton'));
  await one.answers.owners.automaticLogout();
  await vi.waitFor(() => expect(two.heard).toContain('logout elsewhere'));
  const { records } = two.answers.inside;
  const kept = records.names('answer/').map((name) => [name.replace(/.*\//, ''), records.get(name)]);
  expect(Object.fromEntries(kept)).toEqual({ city: 'Scranton' });
});

test('turning storing on again in one tab has the others store what was typed there meanwhile', async () => {
  const one = await tabOf().start();
  await one.device.setShared(true);
  const two = await tabOf().start();
  two.answers.store.set('city', 'Scranton');
  await two.answers.flush();
  expect(two.answers.saveLine.status.text).toMatch(/because it is a shared computer/);
  one.kill();
  await one.device.setShared(false);
  two.answers.retry();
  await vi.waitFor(() => expect(two.answers.saveLine.status.text).toBe('Saved on this device'));
  two.kill();
  expect((await tabOf().start()).answers.store.get('city')).toBe('Scranton');
});

test.each([{ who: undefined }, { who: ANN }])(
  'turning storing off in one tab ends nothing in the others ($who)',
  async ({ who }) => {
    account.answers['zip'] = '18509';
    const [one, two] = [await tabOf().start(who), await tabOf().start(who)];
    account.always = 'lost-request';
    two.answers.store.set('city', 'Scranton');
    // Not awaited: a write may be under way.
    void two.answers.flush();
    await one.device.setShared(true);
    two.answers.retry();
    await vi.waitFor(() => expect(two.device.isShared).toBe(true));
    two.answers.store.set('last_name', 'Ng');
    await two.answers.flush();
    expect([...one.heard, ...two.heard]).toEqual([]);
    expect(two.answers.store.getAll()).toMatchObject({ city: 'Scranton', last_name: 'Ng' });

    await two.device.setShared(false);
    await two.answers.flush();
    for (const tab of [one, two]) tab.kill();
    expect((await tabOf().start(who)).answers.store.getAll()).toMatchObject({
      city: 'Scranton',
      last_name: 'Ng',
    });
  },
);

test.each([
  { who: BEN, after: '', heard: ['logout elsewhere'] },
  { who: ANN, after: 'Scranton', heard: [] },
])('$who, let in where Ann has left answers, goes on with "$after"', async ({ who, after, heard }) => {
  const left = await tabOf().start(ANN);
  account.always = 'lost-request';
  left.answers.store.set('city', 'Scranton');
  await left.answers.flush();

  const tab = await tabOf().start();
  await tab.answers.owners.admit(who);
  resume(tab.answers);
  expect(tab.answers.store.get('city')).toBe(after);
  account.always = 'none';
  await tab.answers.flush();
  expect(account.answers['city'] ?? '').toBe(after);
  await vi.waitFor(() => expect(left.heard).toEqual(heard));
  left.kill();
  tab.kill();

  // The draft is still there for Ann.
  expect((await tabOf().start(ANN)).answers.store.get('city')).toBe('Scranton');
});

test('starts without a network with what the last login left, and sends once there is one', async () => {
  account.answers['zip'] = '18509';
  const before = await tabOf().start(ANN);
  account.always = 'lost-request';
  before.answers.store.set('city', 'Scranton');
  await before.answers.flush();
  before.kill();

  const tab = await tabOf().start();
  expect(rememberedProfile(tab.answers)).toBeDefined();
  expect(resume(tab.answers)).toMatchObject({ username: ANN });
  expect(tab.answers.store.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
  await tab.answers.flush();
  expect(tab.answers.saveLine.status.text).toBe('Offline: 1 answer waiting. Saved on this device.');
  account.always = 'none';
  await tab.answers.flush();
  expect(account.answers).toMatchObject({ city: 'Scranton' });
  expect(tab.answers.saveLine.status.text).toMatch(/^Saved to your account at /);
});

test('a profile is as it will be once the account has heard of what waits', async () => {
  const before = await tabOf().start(ANN);
  account.always = 'lost-request';
  before.answers.enqueue({ kind: 'web-status', web_status: 'validating' });
  before.answers.enqueue({ kind: 'last-page', last_page: '/education' });
  await before.answers.flush();
  before.kill();

  const tab = await tabOf().start(ANN);
  const stale = { last_page: '/about', web_status: [{ web_status: 'started' }] };
  expect(withWaiting(stale, tab.answers.waiting)).toEqual({
    last_page: '/education',
    web_status: [{ web_status: 'started' }, { web_status: 'validating' }],
  });
  account.always = 'none';
  await tab.answers.flush();
  expect(withWaiting(stale, tab.answers.waiting)).toEqual(stale);
});

test.each([
  { title: 'an answer', key: 'city', status: '1 answer needs you: not sent to your account', pending: 1 },
  { title: 'a label', key: 'gender_desc', status: /^Saved to your account at /, pending: 0 },
  { title: 'a stamp', key: 'submit_date', status: /^Saved to your account at /, pending: 0 },
])('$title that the server refuses keeps nothing waiting', async ({ key, status, pending }) => {
  const tab = await tabOf().start(ANN);
  account.faults.push({ status: 422, errors: { [key]: ['Please use fewer signs.'] } });
  tab.answers.store.set('city', 'Scranton');
  tab.answers.store.set('gender', 'female');
  tab.answers.store.set('submit_date', '2026-11-20');
  expect(await tab.answers.flush()).toBe(true);
  expect(account.answers).not.toHaveProperty(key);
  expect(tab.answers.saveLine.status.text).toMatch(status);
  expect(tab.answers.pending).toBe(pending);
  expect([...tab.answers.refusals.keys()]).toEqual(pending === 1 ? [key] : []);
});

test('a server that can be read and not changed is left in peace for longer each time', async () => {
  const waits: number[] = [];
  const impatient = {
    ...clock,
    after(ms: number, callback: () => void) {
      waits.push(ms);
      return waits.length < 20 ? clock.after(0, callback) : () => undefined;
    },
  };
  const tab = new Tab(account, impatient);
  open.push(tab);
  await tab.start(ANN);
  account.onPut = () => {
    throw new ServerError(502, 'unexpected', {}, undefined, false);
  };
  tab.answers.store.set('city', 'Scranton');
  await vi.waitFor(() => expect(Math.max(...waits)).toBeGreaterThan(30_000));
});

test('an answer that was refused for what the call was, and not for what it says, is sent again at the next visit', async () => {
  const tab = await tabOf().start(ANN);
  account.faults.push({ status: 403 });
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(tab.answers.saveLine.status.text).toBe('1 answer needs you: not sent to your account');
  tab.kill();
  const next = await tabOf().start(ANN);
  await next.answers.flush();
  expect(account.answers['city']).toBe('Scranton');
  expect(next.answers.refusals.size).toBe(0);
});

test('another device’s change of the same answer is asked about, of another answer is taken over', async () => {
  Object.assign(account.answers, { city: 'York', zip: '17401' });
  const tab = await tabOf().start(ANN);
  Object.assign(account.answers, { city: 'Reading', zip: '19601' });
  account.faults.push('lost-request');
  tab.answers.store.set('city', 'Erie');
  await tab.answers.flush();
  await tab.answers.flush();
  expect(tab.answers.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
  expect(tab.answers.store.getAll()).toMatchObject({ city: 'Erie', zip: '19601' });
  expect(account.answers['city']).toBe('Reading');
  expect(tab.answers.saveLine.status.tone).toBe('error');
});

test('what this device sent itself is no change by another, though the answer to it was lost', async () => {
  account.answers['city'] = 'York';
  const tab = await tabOf().start(ANN);
  account.faults.push('lost-response');
  tab.answers.store.set('city', 'Er');
  await tab.answers.flush();
  expect(account.answers['city']).toBe('Er');
  tab.answers.store.set('city', 'Erie');
  tab.kill();

  const next = await tabOf().start(ANN);
  await next.answers.flush();
  expect(next.answers.conflicts).toEqual([]);
  expect(account.answers['city']).toBe('Erie');
});

test('two tabs show each other’s letters, and one of them sends all', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.answers.store.set('city', 'Scranton');
  two.answers.store.set('zip', '18509');
  await vi.waitFor(() => {
    expect(one.answers.store.get('zip')).toBe('18509');
    expect(two.answers.store.get('city')).toBe('Scranton');
  });
  await Promise.all([one.answers.flush(), two.answers.flush()]);
  await vi.waitFor(() => expect(account.answers).toMatchObject({ city: 'Scranton', zip: '18509' }));
});

test('both tabs end with the same letters in one answer', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.answers.store.set('city', 'York');
  two.answers.store.set('city', 'Erie');
  await vi.waitFor(() => expect(one.answers.store.get('city')).toBe(two.answers.store.get('city')));
  await one.answers.flush();
  await vi.waitFor(() => expect(account.answers['city']).toBe(one.answers.store.get('city')));
});

test('newer letters stay when the answer to older ones comes late', async () => {
  const tab = await tabOf().start(ANN);
  let arrive = () => {};
  account.faults.push({ until: new Promise((resolve) => (arrive = resolve)) });
  tab.answers.store.set('city', 'Scr');
  const saved = tab.answers.flush();
  await vi.waitFor(() => expect(account.calls).toBe(1));
  tab.answers.store.set('city', 'Scranton');
  arrive();
  await saved;
  expect(tab.answers.store.get('city')).toBe('Scranton');
  expect(account.answers['city']).toBe('Scranton');
});

test('a chosen logout empties the other tabs, and nothing is written back', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.answers.store.set('city', 'Scranton');
  await one.answers.flush();
  await one.answers.owners.chosenLogout();
  await vi.waitFor(() => expect(two.heard).toContain('logout elsewhere'));
  expect(two.answers.store.get('city')).toBe('');
  await two.answers.flush();
  const next = await tabOf().start();
  expect(next.answers.store.get('city')).toBe('');
  expect(rememberedProfile(next.answers)).toBeUndefined();
});

test('a submission in one tab is known in the others, until another account logs in', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  expect([one, two].map(({ answers }) => isKnownAsSubmitted(answers))).toEqual([false, false]);
  one.answers.owners.remember({ web_status: [{ web_status: 'started' }, { web_status: 'submitted' }] });
  await vi.waitFor(() => expect(isKnownAsSubmitted(two.answers)).toBe(true));
  await two.answers.owners.automaticLogout();
  await two.logIn(BEN);
  expect(isKnownAsSubmitted(two.answers)).toBe(false);
});

test('a login in another tab is told once, and a second start of the same account to nobody', async () => {
  const one = await tabOf().start();
  const two = await tabOf().start(ANN);
  await vi.waitFor(() => expect(one.heard).toEqual(['login elsewhere']));
  await tabOf().start(ANN);
  await one.answers.flush();
  expect(two.heard).toEqual([]);
  expect(one.heard).toEqual(['login elsewhere']);
});

test('what the browser threw away under the page is written once more', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  await promisifyRequest(indexedDB.deleteDatabase('application'));
  tab.answers.store.set('zip', '18509');
  await tab.answers.flush();
  tab.kill();
  expect((await tabOf().start()).answers.store.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test('what could not be written is written once it can be, and nothing is claimed before', async () => {
  const tab = await tabOf().start();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(tab.answers.saveLine.status.text).toContain('Not saved on this device');
  put.mockRestore();
  tab.answers.store.set('zip', '18509');
  await tab.answers.flush();
  await vi.waitFor(() => expect(tab.answers.saveLine.status.text).toBe('Saved on this device'));
  tab.kill();
  expect((await tabOf().start()).answers.store.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test('calls wait in the order in which they happened, the last of a kind alone', async () => {
  const tab = await tabOf().start(ANN);
  account.always = 'lost-request';
  tab.answers.enqueue({ kind: 'last-page', last_page: '/about' });
  tab.answers.enqueue({ kind: 'web-status', web_status: 'started' });
  tab.answers.enqueue({ kind: 'last-page', last_page: '/education' });
  await tab.answers.flush();
  tab.kill();
  account.always = 'none';
  const next = await tabOf().start(ANN);
  await next.answers.flush();
  expect(account.operations).toEqual([
    { kind: 'web-status', web_status: 'started' },
    { kind: 'last-page', last_page: '/education' },
  ]);
  next.kill();
  await (await tabOf().start(ANN)).answers.flush();
  expect(account.operations).toHaveLength(2);
});

test('a reading of the account that was slow overrules nothing that was saved meanwhile', async () => {
  const tab = await tabOf().start(ANN);
  tab.answers.store.set('city', 'Scran');
  await tab.answers.flush();
  const other = await tabOf().start();
  const since = other.answers.stampNow();
  const slow = { ...account.answers };
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  await login(other.answers, profileOf(ANN), slow, since);
  await other.answers.flush();
  expect(other.answers.store.get('city')).toBe('Scranton');
  expect(tab.answers.store.get('city')).toBe('Scranton');
  expect(account.answers).toMatchObject({ city: 'Scranton' });
});
