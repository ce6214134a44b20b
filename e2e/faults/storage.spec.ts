import { expect, test, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  breakCalls,
  breakEncryption,
  breakKeysReadBack,
  breakKeysWritten,
  breakOpening,
  corruptOneAnswer,
  deleteKeyring,
  type OpeningFault,
} from './storage-faults.ts';

const ON_DEVICE = /Saved on this device/;
const IN_ACCOUNT = /^Saved to your account/;
const ALWAYS = 1_000_000;

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

/** Opens a page of the same site that runs none of our code. */
async function leave(page: Page): Promise<void> {
  await page.goto(`${server.url}/healthz`);
}

for (const [index, times] of [3, 1].entries()) {
  test(`a connection that closes during a write ${times}× is opened again unnoticed${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
  }) => {
    const breaks = await breakCalls(page, 'transactions');
    const applicant = new Applicant(page, server);
    await applicant.opens('/about');
    await applicant.answers('City', 'Erie');
    await applicant.reads(ON_DEVICE);
    await breaks(times);
    await applicant.answers('City', 'Scranton');
    await applicant.reads(ON_DEVICE);
    await expect(page.getByText(/Not saved on this device/)).toHaveCount(0);
    await leave(page);
    await applicant.opens('/about');
    await applicant.hasAnswered('City', 'Scranton');
  });
}

test('the page says that storage has stopped working; typed text stays, and is stored once storage works again @slow', async ({
  page,
}) => {
  const breaks = await breakCalls(page, 'transactions');
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('City', 'Erie');
  await applicant.reads(ON_DEVICE);
  await breaks(ALWAYS);
  await applicant.answers('City', 'Scranton');
  await applicant.reads('Not saved on this device: its storage is blocked. Sign up to keep your');
  await applicant.hasAnswered('City', 'Scranton');
  await breaks(0);
  await applicant.answers('First name', 'Ann');
  await applicant.reads(ON_DEVICE);
  await leave(page);
  await applicant.opens('/about');
  await applicant.hasAnswered('First name', 'Ann');
  await applicant.hasAnswered('City', 'Scranton');
});

const closed = [
  ['hangs', 'never answers'],
  ['throws', 'refuses to open'],
  ['absent', 'is not there'],
] satisfies [OpeningFault, string][];
for (const [index, [fault, what]] of closed.entries()) {
  test(`storage that ${what} is reported, and delays nobody${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
  }) => {
    await breakOpening(page, fault);
    const applicant = new Applicant(page, server);
    await applicant.opens('/about');
    await applicant.answers('City', 'Scranton');
    await applicant.reads('Not saved on this device: its storage is blocked. Sign up to keep your');
    await applicant.hasAnswered('City', 'Scranton');
  });

  test(`if storage ${what}, an account still gets every answer @long`, async ({ page }) => {
    await breakOpening(page, fault);
    const applicant = new Applicant(page, server);
    await applicant.comesLoggedIn();
    await applicant.answers('City', 'Scranton');
    await applicant.reads(IN_ACCOUNT);
    await applicant.opens('/about');
    await applicant.hasAnswered('City', 'Scranton');
  });
}

test('the page says that the device is full; typed text is on the next page, and is stored when there is room', async ({
  page,
}) => {
  const breaks = await breakCalls(page, 'writes');
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('City', 'Erie');
  await applicant.reads(ON_DEVICE);
  await breaks(ALWAYS);
  await applicant.answers('City', 'Scranton');
  await applicant.reads('Not saved on this device: there is no room left.');
  await applicant.hasAnswered('City', 'Scranton');
  await leave(page);
  await applicant.opens('/about');
  // A page that is left puts answers that it could not write into another storage.
  await applicant.hasAnswered('City', 'Scranton');
  await breaks(ALWAYS);
  await applicant.answers('City', 'York');
  await applicant.reads('Not saved on this device: there is no room left.');
  await breaks(0);
  await applicant.reads(ON_DEVICE);
  await leave(page);
  await applicant.opens('/about');
  await applicant.hasAnswered('City', 'York');
});

const lostKeys = [
  ['reads back as nothing', breakKeysReadBack],
  ['cannot be stored', breakKeysWritten],
] as const;
for (const [index, [what, breakKeys]] of lostKeys.entries()) {
  test(`if a key ${what}, the draft is stored in another way${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
  }) => {
    await breakKeys(page);
    const applicant = new Applicant(page, server);
    await applicant.opens('/about');
    await applicant.answers('City', 'Scranton');
    await applicant.reads(ON_DEVICE);
    await leave(page);
    await applicant.opens('/about');
    await applicant.hasAnswered('City', 'Scranton');
  });
}

test('a lost key loses what only it could decrypt, and nothing else @long', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Scranton');
  await applicant.reads(IN_ACCOUNT);
  await leave(page);
  await deleteKeyring(page);
  await applicant.opens('/about');
  await applicant.hasAnswered('City', 'Scranton');
  await applicant.answers('First name', 'Ann');
  await applicant.reads(IN_ACCOUNT);
  await leave(page);
  await applicant.opens('/about');
  await applicant.hasAnswered('First name', 'Ann');
});

test('only a damaged record is skipped, and the console does not show its content @slow', async ({
  page,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('City', 'Scranton');
  await applicant.answers('First name', 'Annabella');
  await applicant.answers('Last name', 'Kowalczyk');
  await applicant.reads(ON_DEVICE);
  await leave(page);
  await corruptOneAnswer(page);
  await applicant.opens('/about');
  const fields = ['city', 'first_name', 'last_name'].map((key) => page.locator(`[name=${key}]`));
  const values = () => Promise.all(fields.map((field) => field.inputValue()));
  await expect.poll(async () => (await values()).filter((value) => value !== '').length).toBe(2);
  expect(lines.filter((line) => line.includes('unreadable'))).toHaveLength(1);
  expect(lines.filter((line) => /Scranton|Annabella|Kowalczyk/.test(line))).toEqual([]);
  await applicant.answers('City', 'York');
  await applicant.reads(ON_DEVICE);
});

test('after the browser has cleared everything, an open page stores it all again @slow', async ({
  page,
  context,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('City', 'Scranton');
  await applicant.reads(ON_DEVICE);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' });
  await applicant.answers('First name', 'Ann');
  await applicant.reads(ON_DEVICE);
  await leave(page);
  await applicant.opens('/about');
  await applicant.hasAnswered('First name', 'Ann');
  await applicant.hasAnswered('City', 'Scranton');
});

test('if storage is cleared between two visits, the answers are read from the account @long', async ({
  page,
  context,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Scranton');
  await applicant.reads(IN_ACCOUNT);
  await leave(page);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' });
  await applicant.opens('/about');
  await applicant.hasAnswered('City', 'Scranton');
});

test('a clock that jumps ten years makes no draft too old @long', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('City', 'Scranton');
  await applicant.reads(ON_DEVICE);
  await leave(page);
  await page.clock.setSystemTime('2036-11-21T12:00:00Z');
  await applicant.opens('/about');
  await applicant.hasAnswered('City', 'Scranton');
  await applicant.answers('City', 'York');
  await applicant.reads(ON_DEVICE);
  await page.clock.setSystemTime('2020-01-01T12:00:00Z');
  await leave(page);
  await applicant.opens('/about');
  await applicant.hasAnswered('City', 'York');
});

test('the last of several changes wins although the clock was set back between them @long', async ({
  page,
  context,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await context.setOffline(true);
  await applicant.answers('City', 'Erie');
  await applicant.reads(/Offline: 1 answer waiting/);
  await page.clock.setSystemTime('2020-01-01T12:00:00Z');
  await applicant.answers('City', 'York');
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Offline: 2 answers waiting/);
  await context.setOffline(false);
  await applicant.reads(IN_ACCOUNT);
  const profile = await page.request.get(`${server.url}/api/profile`);
  expect(await profile.json()).toMatchObject({ answer: { city: 'York', first_name: 'Ann' } });
});

test('letters that were typed while the page was closing are on the next one @slow', async ({ page }) => {
  const stopEncryption = await breakEncryption(page);
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('City', 'Scran');
  await applicant.reads(ON_DEVICE);
  await stopEncryption();
  await page.keyboard.insertText('ton');
  await page.reload();
  await applicant.hasAnswered('City', 'Scranton');
  await applicant.reads(ON_DEVICE);
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith('parting/')),
  );
  expect(left).toEqual([]);
});
