// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { decide } from './decide.ts';
import { describe, expect, test, vi } from 'vitest';
import { answerKeys } from '#form/keys.ts';
import { profileOf, type Tab } from '#testing/tab.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { logIn } from './enter.ts';
import { stampNow } from './select.ts';

const { account, tabOf } = freshBrowser();

/** Decides conflicts like an applicant who has seen both values. */
function keep(tab: Tab, choice: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<void> {
  const values = tab.conflicts.flatMap((conflict) => {
    const keeps = choice[conflict.key];
    return keeps === undefined ? [] : [[conflict.key, conflict[keeps]] as const];
  });
  return decide(tab.app, Object.fromEntries(values));
}

test.each([
  { draft: '', ofAccount: '', after: '', asked: false },
  { draft: '', ofAccount: 'Erie', after: 'Erie', asked: false },
  { draft: 'York', ofAccount: '', after: 'York', asked: false },
  { draft: 'York', ofAccount: 'York', after: 'York', asked: false },
  { draft: 'York', ofAccount: 'Erie', after: 'Erie', asked: true },
])('a draft’s "$draft" meets the account’s "$ofAccount"', async ({ draft, ofAccount, after, asked }) => {
  account().answers['city'] = ofAccount;
  const tab = await tabOf().start();
  tab.app.set('city', draft);
  await tab.logIn(ANN);
  await tab.app.save();
  expect(account().answers['city']).toBe(after);
  expect(tab.conflicts).toEqual(asked ? [{ key: 'city', mine: draft, theirs: ofAccount }] : []);
});

test.each(['mine', 'theirs'] as const)('keeps %s when the applicant says so', async (keeps) => {
  account().answers['city'] = 'Erie';
  const tab = await tabOf().start();
  tab.app.set('city', 'York');
  await tab.logIn(ANN);
  await keep(tab, { city: keeps });
  await tab.app.save();
  const kept = keeps === 'mine' ? 'York' : 'Erie';
  expect(account().answers['city']).toBe(kept);
  expect(tab.app.get('city')).toBe(kept);
  expect(tab.conflicts).toEqual([]);
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
      if (value !== undefined) tab.app.set(key, value);
    }
    await tab.logIn(ANN);
    await keep(tab, keeps);
    expect(await tab.app.save()).toBe(true);
    expect(tab.app.getAll()).toMatchObject(after);
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
    tab.app.set(key, value);
    await tab.app.save();
    account().changeElsewhere(there);
    expect(await tab.app.save()).toBe(true);
    expect(tab.conflicts).toEqual([]);
    expect(tab.app.getAll()).toMatchObject(CITIZEN);
    expect(account().answers).toMatchObject(CITIZEN);
  });

  test('an option that is not offered any more is cleared', async () => {
    Object.assign(account().answers, { program_type: 'MASTER' });
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.app.set('program_type', 'DOCTOR');
    await tab.app.save();
    account().changeElsewhere({ applied_major: 'ENGR', applied_major_desc: 'Engineering' });
    expect(await tab.app.save()).toBe(true);
    const after = { program_type: 'DOCTOR', applied_major: '' };
    expect(account().answers).toMatchObject({ ...after, applied_major_desc: '' });
    expect(tab.app.getAll()).toMatchObject(after);
  });

  test('an answer that the applicant is asked about stays until they have chosen', async () => {
    Object.assign(account().answers, { citizenship_type: '2', ...NUMBER });
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.app.set('citizenship_type', '3');
    tab.app.set('citizenship_visa_status', 'F1');
    await tab.app.save();
    account().changeElsewhere({ citizenship_type: '1', alien_registration_number: 'A987654321' });
    expect(await tab.app.save()).toBe(false);
    expect(tab.conflicts.map(({ key }) => key).sort()).toEqual([
      'alien_registration_number',
      'citizenship_type',
    ]);
    expect(tab.app.get('citizenship_visa_status')).toBe('F1');
    expect(account().answers['alien_registration_number']).toBe('A987654321');
  });

  test('an answer that this device has not changed is not cleared', async () => {
    Object.assign(account().answers, RESIDENT);
    const tab = await tabOf().start(ANN);
    account().faults.push('lost-request');
    tab.app.set('city', 'Erie');
    await tab.app.save();
    account().changeElsewhere({ citizenship_type: '1', ...NUMBER });
    expect(await tab.app.save()).toBe(true);
    expect(account().answers).toMatchObject({ citizenship_type: '1', ...NUMBER, city: 'Erie' });
  });
});

describe('a label is not a conflict of its own', () => {
  const LABELLED = { gender: 'female', gender_desc: 'Woman' };

  test.each([
    { title: 'chosen here, and on another device', label: 'Woman', gender: 'female' },
    { title: 'another answer than on the other device', label: 'Man', gender: 'male' },
  ])('$title', async ({ label, gender }) => {
    Object.assign(account().answers, { gender: 'nonbinary', gender_desc: 'Nonbinary' });
    const tab = await tabOf().start(ANN);
    account().changeElsewhere({ gender, gender_desc: label });
    account().faults.push('lost-request');
    tab.app.set('gender', 'female');
    await tab.app.save();
    const isSame = gender === 'female';
    expect(await tab.app.save()).toBe(isSame);
    expect(tab.conflicts.map(({ key }) => key)).toEqual(isSame ? [] : ['gender']);
    expect(account().answers).toEqual({ gender, gender_desc: label });
    if (isSame) return;
    await keep(tab, { gender: 'theirs' });
    expect(await tab.app.save()).toBe(true);
    expect(tab.app.get('gender')).toBe(gender);
  });

  test('in a draft that was made without an account', async () => {
    Object.assign(account().answers, LABELLED);
    const tab = await tabOf().start();
    tab.app.set('gender', 'female');
    await tab.logIn(ANN);
    expect(await tab.app.save()).toBe(true);
    expect(account().answers['gender_desc']).toBe('Woman');
  });

  test('the one of an answer that another device gave stays, whatever is sent with it', async () => {
    Object.assign(account().answers, { ...LABELLED, city: 'York' });
    const tab = await tabOf().start(ANN);
    tab.app.set('gender', 'male');
    await tab.app.save();
    expect(account().answers).toMatchObject({ gender: 'male', gender_desc: 'Male' });
    account().changeElsewhere({ gender: 'nonbinary', gender_desc: 'Neither' });
    tab.app.set('city', 'Erie');
    expect(await tab.app.save()).toBe(true);
    expect(tab.app.get('gender')).toBe('nonbinary');
    expect(account().answers).toMatchObject({ gender: 'nonbinary', gender_desc: 'Neither' });
  });
});

test('the applicant is asked about another device’s change of the same answer; a change of another answer is accepted', async () => {
  Object.assign(account().answers, { city: 'York', zip: '17401' });
  const tab = await tabOf().start(ANN);
  account().changeElsewhere({ city: 'Reading', zip: '19601' });
  account().faults.push('lost-request');
  tab.app.set('city', 'Erie');
  await tab.app.save();
  await tab.app.save();
  expect(tab.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
  expect(tab.app.getAll()).toMatchObject({ city: 'Erie', zip: '19601' });
  expect(account().answers['city']).toBe('Reading');
  expect(tab.app.status.tone).toBe('error');
});

test('a value that this device sent itself does not count as another’s change, although the response was lost', async () => {
  account().answers['city'] = 'York';
  const tab = await tabOf().start(ANN);
  account().faults.push('lost-response');
  tab.app.set('city', 'Er');
  await tab.app.save();
  expect(account().answers['city']).toBe('Er');
  tab.app.set('city', 'Erie');
  tab.kill();

  const next = await tabOf().start(ANN);
  await next.app.save();
  expect(next.conflicts).toEqual([]);
  expect(account().answers['city']).toBe('Erie');
});

test('a slow read of the account replaces nothing that was saved since', async () => {
  const tab = await tabOf().start(ANN);
  tab.app.set('city', 'Scran');
  await tab.app.save();
  const other = await tabOf().start();
  const since = stampNow(other.app);
  const { version } = account();
  const slow = { ...account().answers };
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await logIn(other.app, { profile: profileOf(ANN), answers: slow, version, since });
  await other.app.save();
  expect(other.app.get('city')).toBe('Scranton');
  expect(tab.app.get('city')).toBe('Scranton');
  expect(account().answers).toMatchObject({ city: 'Scranton' });
});

test('a choice about a value that another device has replaced since is asked about anew', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const [tab, other] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  account().changeElsewhere({ city: 'York' });
  tab.app.set('city', 'Erie');
  await tab.app.save();
  const [seen] = tab.conflicts;
  account().changeElsewhere({ city: 'Reading' });
  other.app.set('zip', '18509');
  await other.app.save();
  await decide(tab.app, { city: seen?.mine ?? '' });
  await tab.app.save();
  expect(tab.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
  expect(account().answers['city']).toBe('Reading');
  vi.unstubAllGlobals();
});
