// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { expect, test } from 'vitest';
import type { Answers } from '#form/condition.ts';
import { freshBrowser } from '#testing/fresh-browser.ts';
import type { Tab } from '#testing/tab.ts';

const { account, tabOf } = freshBrowser();
type Set = Tab['app']['set'];

function givenIn({ app }: Tab): Answers {
  return Object.fromEntries(Object.entries(app.getAll()).filter(([, value]) => value !== ''));
}

/**
 * Leaves a draft on the device, and enters into the next page before it has read the draft.
 *
 * @returns the answers afterwards, blank ones left out
 */
async function enteredBefore(draft: (set: Set) => void, enter: (set: Set) => void, refocusedKey = '') {
  const before = await tabOf().start();
  draft(before.app.set);
  await before.app.save();
  before.kill();
  const tab = tabOf(account(), undefined, undefined, () => refocusedKey);
  enter(tab.app.set);
  await tab.start();
  await tab.app.save();
  tab.kill();
  const given = givenIn(tab);
  expect(givenIn(await tabOf().start())).toEqual(given);
  return given;
}

test.each([
  { what: 'shown', happens: ({ app }: Tab) => void app.wake() },
  { what: 'hidden', happens: ({ app }: Tab) => app.saveBeforeLeaving() },
])('a page that is $what before its start is over does not read the draft yet', async ({ happens }) => {
  const before = await tabOf().start();
  before.app.set('city', 'Erie');
  await before.app.save();
  before.kill();
  const tab = tabOf();
  await tab.device.open();
  tab.app.set('zip', '18509');
  happens(tab);
  // Storage answers in order, so everything that the page requested would be there by now.
  for (let reads = 0; reads < 10; reads += 1) await tab.device.read(['']);
  expect(tab.app.state.isDeviceRead).toBe(false);
  await tab.app.open();
  expect(givenIn(tab)).toEqual({ city: 'Erie', zip: '18509' });
});

test('values that the browser restored yield to the draft; entered ones do not', async () => {
  const before = await tabOf().start();
  before.app.set('city', 'Erie');
  before.app.set('zip', '16501');
  await before.app.save();
  before.kill();
  const tab = tabOf(account(), undefined, () => true);
  tab.app.type('city', 'York', true);
  tab.app.type('zip', '17401', true);
  tab.app.set('zip', '19104');
  await tab.start();
  expect(givenIn(tab)).toEqual({ city: 'Erie', zip: '19104' });
});

test('an answer given before the draft is read clears what it hides there', async () => {
  const after = await enteredBefore(
    (set) => {
      set('citizenship_type', '2');
      set('alien_registration_number', 'A123456789');
      set('city', 'Erie');
    },
    (set) => set('citizenship_type', '1'),
  );
  expect(after).toMatchObject({ citizenship_type: '1', city: 'Erie' });
  expect(after).not.toHaveProperty('alien_registration_number');
});

test('it also clears answers whose options change, and those that depend on them', async () => {
  const after = await enteredBefore(
    (set) => {
      set('program_type', 'MASTER');
      set('applied_major', 'ENGR');
      set('applied_concentration', 'CIV');
    },
    (set) => {
      set('program_type', 'DOCTOR');
      set('applied_major', 'LEAD');
    },
  );
  expect(after).toEqual({ program_type: 'DOCTOR', applied_major: 'LEAD' });
});

test('the same answer once more clears nothing', async () => {
  const after = await enteredBefore(
    (set) => {
      set('citizenship_type', '2');
      set('alien_registration_number', 'A123456789');
    },
    (set) => set('citizenship_type', '2'),
  );
  expect(after['alien_registration_number']).toBe('A123456789');
});

const UNFINISHED = '11\n2\n';

test('a date begun before the draft is read replaces the one in it', async () => {
  const after = await enteredBefore(
    (set) => set('birth_date', '1990-03-04'),
    (set) => set('birth_date_unfinished', UNFINISHED),
  );
  expect(after).toEqual({ birth_date_unfinished: UNFINISHED });
});

test('boxes that are blank again keep it', async () => {
  const after = await enteredBefore(
    (set) => set('birth_date', '1990-03-04'),
    (set) => {
      set('birth_date_unfinished', UNFINISHED);
      set('birth_date_unfinished', '');
    },
  );
  expect(after['birth_date']).toBe('1990-03-04');
});

test('in a field to which a reload returned the focus, a choice replaces and clears, and a date that was begun does neither', async () => {
  const draft = (set: Set) => {
    set('citizenship_type', '2');
    set('alien_registration_number', 'A123456789');
    set('birth_date', '1990-03-04');
  };
  const chosen = await enteredBefore(draft, (set) => set('citizenship_type', '1'), 'citizenship_type');
  expect(chosen['citizenship_type']).toBe('1');
  expect(chosen).not.toHaveProperty('alien_registration_number');
  const dated = await enteredBefore(draft, (set) => set('birth_date_unfinished', '\n\n5'), 'birth_date');
  expect(dated['birth_date']).toBe('1990-03-04');
});
