// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { describe, expect, test } from 'vitest';
import { clock } from '#device/clock.ts';
import { SharedRecords } from '#device/shared-records.ts';
import { answerKeys } from '#form/keys.ts';
import { profileOf } from '#testing/tab.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { choose, login } from './account-answers.ts';
import { agreeing } from './account-side.ts';
import { sidePrefix } from './records.ts';
import type { Side } from './conflict.ts';

const { account, tabOf } = freshBrowser();

test.each([
  { draft: '', ofAccount: '', after: '', asked: false },
  { draft: '', ofAccount: 'Erie', after: 'Erie', asked: false },
  { draft: 'York', ofAccount: '', after: 'York', asked: false },
  { draft: 'York', ofAccount: 'York', after: 'York', asked: false },
  { draft: 'York', ofAccount: 'Erie', after: 'Erie', asked: true },
])('a draft’s "$draft" meets the account’s "$ofAccount"', async ({ draft, ofAccount, after, asked }) => {
  account().answers['city'] = ofAccount;
  const tab = await tabOf().start();
  tab.answers.store.set('city', draft);
  await login(tab.answers, profileOf(ANN), { ...account().answers }, tab.answers.stampNow());
  await tab.answers.flush();
  expect(account().answers['city']).toBe(after);
  expect(tab.answers.conflicts).toEqual(asked ? [{ key: 'city', mine: draft, theirs: ofAccount }] : []);
});

test.each(['mine', 'theirs'] as const)('keeps %s when the applicant says so', async (keeps) => {
  account().answers['city'] = 'Erie';
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'York');
  await login(tab.answers, profileOf(ANN), { ...account().answers }, tab.answers.stampNow());
  await choose(tab.answers, new Map([['city', keeps]]));
  await tab.answers.flush();
  const kept = keeps === 'mine' ? 'York' : 'Erie';
  expect(account().answers['city']).toBe(kept);
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
    Object.assign(account().answers, ofAccount);
    const tab = await tabOf().start();
    for (const key of answerKeys) {
      const value = new Map<string, string>(Object.entries(draft)).get(key);
      if (value !== undefined) tab.answers.store.set(key, value);
    }
    await tab.logIn(ANN);
    await choose(tab.answers, new Map<string, Side>(Object.entries(keeps)));
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.store.getAll()).toMatchObject(after);
    expect(account().answers).toMatchObject(after);
  },
);

describe('what two devices answer leaves nothing hidden in the account', () => {
  const RESIDENT = { citizenship_type: '2', alien_registration_number: '' };
  const NUMBER = { alien_registration_number: 'A123456789' };
  const CITIZEN = { citizenship_type: '1', alien_registration_number: '' };

  test.each([
    { title: 'hidden here, given there', key: 'citizenship_type', value: '1', there: NUMBER },
    {
      title: 'given here, hidden there',
      key: 'alien_registration_number',
      value: 'A987654321',
      there: CITIZEN,
    },
  ] as const)('$title', async ({ key, value, there }) => {
    Object.assign(account().answers, RESIDENT);
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.answers.store.set(key, value);
    await tab.answers.flush();
    Object.assign(account().answers, there);
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.conflicts).toEqual([]);
    expect(tab.answers.store.getAll()).toMatchObject(CITIZEN);
    expect(account().answers).toMatchObject(CITIZEN);
  });

  test('nor an option that is not offered any more', async () => {
    Object.assign(account().answers, { program_type: 'MASTER' });
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.answers.store.set('program_type', 'DOCTOR');
    await tab.answers.flush();
    Object.assign(account().answers, { applied_major: 'ENGR', applied_major_desc: 'Engineering' });
    expect(await tab.answers.flush()).toBe(true);
    const after = { program_type: 'DOCTOR', applied_major: '', applied_major_desc: '' };
    expect(account().answers).toMatchObject(after);
    expect(tab.answers.store.getAll()).toMatchObject(after);
  });

  test('but what the applicant is asked about stays until they have chosen', async () => {
    Object.assign(account().answers, { citizenship_type: '2', ...NUMBER });
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.answers.store.set('citizenship_type', '3');
    tab.answers.store.set('citizenship_visa_status', 'F1');
    await tab.answers.flush();
    Object.assign(account().answers, { citizenship_type: '1', alien_registration_number: 'A987654321' });
    expect(await tab.answers.flush()).toBe(false);
    expect(tab.answers.conflicts.map(({ key }) => key).sort()).toEqual([
      'alien_registration_number',
      'citizenship_type',
    ]);
    expect(tab.answers.store.get('citizenship_visa_status')).toBe('F1');
    expect(account().answers['alien_registration_number']).toBe('A987654321');
  });

  test('nor is anything cleared that this device has no part in', async () => {
    Object.assign(account().answers, RESIDENT);
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.answers.store.set('city', 'Erie');
    await tab.answers.flush();
    Object.assign(account().answers, { citizenship_type: '1', ...NUMBER });
    expect(await tab.answers.flush()).toBe(true);
    expect(account().answers).toMatchObject({ citizenship_type: '1', ...NUMBER, city: 'Erie' });
  });
});

describe('a label is no conflict of its own', () => {
  const LABELLED = { gender: 'female', gender_desc: 'Woman' };

  test.each([
    { title: 'chosen here, and on another device', label: 'Woman', gender: 'female' },
    { title: 'another answer than on the other device', label: 'Man', gender: 'male' },
  ])('$title', async ({ label, gender }) => {
    Object.assign(account().answers, { gender: 'nonbinary', gender_desc: 'Nonbinary' });
    const tab = await tabOf().start(ANN);
    Object.assign(account().answers, { gender, gender_desc: label });
    account().faults.push('lost-request');
    tab.answers.store.set('gender', 'female');
    await tab.answers.flush();
    const isSame = gender === 'female';
    expect(await tab.answers.flush()).toBe(isSame);
    expect(tab.answers.conflicts.map(({ key }) => key)).toEqual(isSame ? [] : ['gender']);
    expect(account().answers).toEqual({ gender, gender_desc: isSame ? 'Female' : label });
    if (isSame) return;
    await choose(tab.answers, new Map([['gender', 'theirs']]));
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.store.getAll()).toMatchObject({ gender, gender_desc: label });
  });

  test('in a draft that was made without an account', async () => {
    Object.assign(account().answers, LABELLED);
    const tab = await tabOf().start();
    tab.answers.store.set('gender', 'female');
    await tab.logIn(ANN);
    expect(await tab.answers.flush()).toBe(true);
    expect(account().answers['gender_desc']).toBe('Female');
  });

  test('nor is one that another release has left on this device as such', async () => {
    Object.assign(account().answers, LABELLED);
    const before = await tabOf().start(ANN);
    const side = `${sidePrefix(before.answers.owner)}gender_desc`;
    before.kill();
    const records = new SharedRecords('answers', before.device, clock, [side], {
      onNews: () => undefined,
      onEarly: () => undefined,
      onWritten: () => undefined,
      onReplaced: () => undefined,
    });
    await records.open();
    records.put(new Map([[side, { ...agreeing('Lady'), theirs: 'Lady' }]]));
    await records.flush();
    records.close();
    account().answers['gender_desc'] = 'Lady';

    const tab = await tabOf().start(ANN);
    expect(await tab.answers.flush()).toBe(true);
    expect(tab.answers.saveLine.status.text).toMatch(/^Saved to your account at /);
  });

  test('it comes with the answer that another device gave, though this one’s own is still on its way', async () => {
    Object.assign(account().answers, { ...LABELLED, city: 'York' });
    const tab = await tabOf().start(ANN);
    // The batch is refused, then sent one by one. The request with the label is lost.
    account().faults.push({ status: 422 }, 'none', 'lost-request');
    tab.answers.store.set('gender', 'male');
    await tab.answers.flush();
    expect(account().answers).toMatchObject({ gender: 'male', gender_desc: 'Woman' });
    Object.assign(account().answers, { gender: 'nonbinary', gender_desc: 'Neither' });
    await tab.answers.flush();
    expect(tab.answers.store.getAll()).toMatchObject({ gender: 'nonbinary', gender_desc: 'Neither' });
    expect(account().answers).toMatchObject({ gender: 'nonbinary', gender_desc: 'Neither' });
  });
});

test('another device’s change of the same answer is asked about, of another answer is taken over', async () => {
  Object.assign(account().answers, { city: 'York', zip: '17401' });
  const tab = await tabOf().start(ANN);
  Object.assign(account().answers, { city: 'Reading', zip: '19601' });
  account().faults.push('lost-request');
  tab.answers.store.set('city', 'Erie');
  await tab.answers.flush();
  await tab.answers.flush();
  expect(tab.answers.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
  expect(tab.answers.store.getAll()).toMatchObject({ city: 'Erie', zip: '19601' });
  expect(account().answers['city']).toBe('Reading');
  expect(tab.answers.saveLine.status.tone).toBe('error');
});

test('what this device sent itself is no change by another, though the answer to it was lost', async () => {
  account().answers['city'] = 'York';
  const tab = await tabOf().start(ANN);
  account().faults.push('lost-response');
  tab.answers.store.set('city', 'Er');
  await tab.answers.flush();
  expect(account().answers['city']).toBe('Er');
  tab.answers.store.set('city', 'Erie');
  tab.kill();

  const next = await tabOf().start(ANN);
  await next.answers.flush();
  expect(next.answers.conflicts).toEqual([]);
  expect(account().answers['city']).toBe('Erie');
});

test('a reading of the account that was slow overrules nothing that was saved meanwhile', async () => {
  const tab = await tabOf().start(ANN);
  tab.answers.store.set('city', 'Scran');
  await tab.answers.flush();
  const other = await tabOf().start();
  const since = other.answers.stampNow();
  const slow = { ...account().answers };
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  await login(other.answers, profileOf(ANN), slow, since);
  await other.answers.flush();
  expect(other.answers.store.get('city')).toBe('Scranton');
  expect(tab.answers.store.get('city')).toBe('Scranton');
  expect(account().answers).toMatchObject({ city: 'Scranton' });
});
