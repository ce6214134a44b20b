import { expect } from 'playwright/test';
import { test } from './test.ts';

const ON_DEVICE = 'Saved on this device';
const IN_ACCOUNT = /^Saved to your account/;

test('a draft is there offline, on every page @long', async ({ person, network }) => {
  await person.opens('/about');
  await person.isKeptForOffline();
  await person.answers('First name', 'Zoë');
  await person.reads(ON_DEVICE);
  await network.isCut();
  await person.reloads();
  await person.hasAnswered('First name', 'Zoë');
  await person.opens('/education?utm_source=fair');
  await person.answers('College or university', 'University of Scranton');
  await person.reads(ON_DEVICE);
  await person.opens('/about');
  await person.answers('Last name', 'Lee');
  await person.reads(ON_DEVICE);
  await person.reloads();
  await person.hasAnswered('First name', 'Zoë');
  await person.hasAnswered('Last name', 'Lee');
});

test('unsent answers are sent once the network is back, also after a reload @long', async ({
  person,
  network,
}) => {
  await person.hasADraft({ first_name: 'Ann' });
  await person.opens('/about');
  await person.isKeptForOffline();
  await person.reads(IN_ACCOUNT);
  await network.isCut();
  await person.answers('City', 'Erie');
  await person.reads(/Offline: 1 answer waiting/);
  await person.reloads();
  await person.hasAnswered('City', 'Erie');
  await person.reads(/Offline: 1 answer waiting/);
  await network.opens();
  await person.reads(IN_ACCOUNT, 60_000);
  expect((await person.calls('GET', '/api/profile')).answer).toEqual({ first_name: 'Ann', city: 'Erie' });
});

test('if another device changed the same answer, the applicant is asked @long', async ({
  person,
  network,
  server,
  atNewTab,
}) => {
  await person.hasADraft({ city: 'Erie', zip: '16501' });
  await person.opens('/about');
  await person.reads(IN_ACCOUNT);
  await network.isCut();
  await person.answers('City', 'York');
  await person.reads(/Offline/);
  // Cookies ignore ports, so this site has the session, but not the storage of the other site.
  const other = await atNewTab(server.url);
  await other.opens('/forgot');
  await other.calls('PUT', '/api/answer', { answers: { city: 'Reading', zip: '19601' } });
  await other.tab.close();
  await network.opens();
  await person.reads('Which answer should we keep?', 60_000);
  await person.reads('Reading');
  await person.presses('Keep “York” (this device)', 'Which answer should we keep?');
  await person.reads(IN_ACCOUNT);
  await person.hasAnswered('ZIP or postal code', '19601');
  expect((await person.calls('GET', '/api/profile')).answer).toMatchObject({ city: 'York', zip: '19601' });
});

test('two tabs keep what is typed in both, and a logout empties both @long', async ({ person, atNewTab }) => {
  await person.hasADraft();
  await person.opens('/about');
  const other = await atNewTab();
  await other.opens('/about');
  await person.answers('City', 'Erie');
  await other.hasAnswered('City', 'Erie');
  await other.answers('First name', 'Ann');
  await person.hasAnswered('First name', 'Ann');
  await other.answers('City', 'York');
  await person.hasAnswered('City', 'York');
  // The tab that sends may be the one in the background, whose timers run slowly.
  await expect
    .poll(async () => (await other.calls('GET', '/api/profile')).answer, { timeout: 30_000 })
    .toEqual({ city: 'York', first_name: 'Ann' });
  await person.reads(IN_ACCOUNT);
  await other.reads(IN_ACCOUNT);
  await person.presses('Account');
  await person.presses('Log Out');
  await person.isAt('/login');
  await other.isAt('/login');
  for (const tab of [person, other]) {
    await tab.opens('/about');
    await tab.hasAnswered('City', '');
    await tab.hasAnswered('First name', '');
  }
});

test('a dialog opens although files that its own file imports did not load at first @long', async ({
  person,
  network,
}) => {
  network.refuses(/\/assets\/(calls|rolldown)-/);
  await person.opens('/about');
  await person.presses('Help');
  await person.reads('This has not loaded.');
  network.refuses();
  await person.reads('Technical help');
});
