import { expect, test as base } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { HostileProxy, type NetworkFault } from './proxy.ts';

const IN_ACCOUNT = /^Saved to your account/;
const SAVE = 'PUT /api/answer';
const SETTLES_WITHIN_MS = 30_000;

let server: TestServer;
base.beforeAll(async () => {
  server = await startServer();
});
base.afterAll(async () => {
  await server.stop();
});

const test = base.extend<{ line: HostileProxy; applicant: Applicant }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  line: async ({}, use) => {
    const line = new HostileProxy(server.url);
    await line.start();
    await use(line);
    await line.stop();
  },
  /** Logged in, on the first page, with all answers saved. */
  applicant: async ({ page, line }, use) => {
    const applicant = new Applicant(page, { ...server, url: line.url });
    await applicant.comesLoggedIn();
    await applicant.answers('City', 'Erie');
    await applicant.reads(IN_ACCOUNT);
    await use(applicant);
  },
});

const saves = (line: HostileProxy) => line.calls.filter(({ name }) => name === SAVE);

async function accountOf(applicant: Applicant): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${server.url}/api/profile`, { headers: await cookiesOf(applicant) });
  const profile: { answer: Record<string, string> } = await response.json();
  return profile.answer;
}

async function cookiesOf(applicant: Applicant): Promise<Record<string, string>> {
  const cookies = await applicant.page.context().cookies();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

test('a save whose response was lost is sent again, and counts once', async ({ line, applicant }) => {
  line.befalls = /^PUT \/api\/answer/;
  line.faults.push('lost-response', 'lost-response');
  await applicant.answers('City', 'Scranton');
  await expect.poll(() => saves(line).at(-1)?.body).toContain('Scranton');
  await applicant.answers('First name', 'Ann');
  await expect(applicant.page.getByText(IN_ACCOUNT).first()).toBeVisible({ timeout: SETTLES_WITHIN_MS });
  await expect.poll(() => line.faults.length, { timeout: SETTLES_WITHIN_MS }).toBe(0);
  await expect.poll(() => accountOf(applicant)).toMatchObject({ city: 'Scranton', first_name: 'Ann' });
  await expect(applicant.page.getByRole('dialog')).toHaveCount(0);
});

const refusals = ['portal-200', 'error-500', 'gateway-502', 'empty-200'] satisfies NetworkFault[];
for (const [index, fault] of refusals.entries()) {
  test(`${fault} does not count as a save, and the answer is sent again${index < 1 ? ' @slow' : ' @long'}`, async ({
    line,
    applicant,
    page,
  }) => {
    line.befalls = /^PUT \/api\/answer/;
    line.faults.push(fault, fault);
    const before = saves(line).length;
    await applicant.answers('City', 'Scranton');
    await expect(page.getByText(/^(Trying again soon|Offline): 1 answer waiting\./).first()).toBeVisible();
    await expect
      .poll(async () => (await accountOf(applicant))['city'], { timeout: SETTLES_WITHIN_MS })
      .toBe('Scranton');
    await applicant.reads(IN_ACCOUNT);
    expect(saves(line).slice(before)).toHaveLength(3);
  });
}

for (const nth of [1, 0, 2]) {
  test(`a session that ends at call ${nth} loses nothing: the same account gets everything after a new login @long`, async ({
    line,
    applicant,
  }) => {
    await applicant.answers('First name', 'Ann');
    await applicant.reads(IN_ACCOUNT);
    for (let before = 0; before < nth; before += 1) line.faults.push(undefined);
    line.faults.push('unauthorized-401');
    await expect(async () => {
      // On a busy machine, the page may change after this check.
      if (await applicant.page.locator('[name=city]').isVisible()) {
        await applicant.answers('City', 'Scranton');
        await applicant.answers('Last name', `Kowalczyk ${Date.now()}`);
      }
      await expect(applicant.page).toHaveURL(/\/login/, { timeout: 3000 });
    }).toPass({ timeout: SETTLES_WITHIN_MS });
    await applicant.logsIn();
    await applicant.hasAnswered('City', 'Scranton');
    await applicant.hasAnswered('First name', 'Ann');
    const lastName = await applicant.page.locator('[name=last_name]').inputValue();
    expect(lastName).toMatch(/^Kowalczyk /);
    await applicant.reads(IN_ACCOUNT);
    expect(await accountOf(applicant)).toMatchObject({ city: 'Scranton', last_name: lastName });
  });
}

test('a server that sends Retry-After gets no call until then, and the page says so @long', async ({
  line,
  applicant,
  page,
}) => {
  line.befalls = /^PUT \/api\/answer/;
  line.retryAfterSeconds = 4;
  line.faults.push('busy-429');
  await applicant.answers('City', 'Scranton');
  await applicant.reads(/^Trying again soon: 1 answer waiting\./);
  const refusedAt = saves(line).at(-1)?.at ?? 0;
  const before = line.calls.length;
  await applicant.answers('First name', 'Ann');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await applicant.reads(IN_ACCOUNT);
  const next = line.calls.slice(before).find(({ name }) => name === SAVE || name === 'GET /api/profile');
  expect((next?.at ?? 0) - refusedAt).toBeGreaterThan(3500);
  expect(saves(line).at(-1)?.body).toContain('Scranton');
  expect(await accountOf(applicant)).toMatchObject({ city: 'Scranton', first_name: 'Ann' });
});

const slow = ['slow-request', 'slow-response'] satisfies NetworkFault[];
for (const fault of slow) {
  test(`letters typed during a ${fault} are not overwritten by its response @long`, async ({
    line,
    applicant,
    page,
  }) => {
    line.befalls = /^(PUT \/api\/answer|GET \/api\/profile)/;
    line.faults.push(fault, fault, fault, fault);
    const field = page.locator('[name=city]');
    await field.fill('');
    let typed = '';
    for (const [index, letter] of Array.from('Scranton, PA 18509').entries()) {
      await page.keyboard.insertText(letter);
      typed += letter;
      await expect(field).toHaveValue(typed);
      // A pause lets a call begin. Its answer then arrives while the next letters are typed.
      await page.waitForTimeout(index % 6 === 0 ? 1300 : 250);
    }
    expect(line.faults.length).toBeLessThan(4);
    await expect
      .poll(async () => (await accountOf(applicant))['city'], { timeout: SETTLES_WITHIN_MS })
      .toBe(typed);
    await applicant.reads(IN_ACCOUNT);
    await expect(field).toHaveValue(typed);
  });
}

test('a browser that wrongly reports that it is offline still saves @long', async ({ line, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
  });
  const applicant = new Applicant(page, { ...server, url: line.url });
  await applicant.comesLoggedIn();
  await applicant.answers('City', 'Scranton');
  await applicant.reads(IN_ACCOUNT);
  expect(await accountOf(applicant)).toMatchObject({ city: 'Scranton' });
});

test('a browser that wrongly reports that it is online is not believed @slow', async ({
  line,
  applicant,
  page,
}) => {
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  for (let call = 0; call < 100; call += 1) line.faults.push('lost-request');
  await applicant.answers('City', 'Scranton');
  await applicant.reads('Offline: 1 answer waiting. Saved on this device.');
  line.heal();
  await expect
    .poll(() => accountOf(applicant), { timeout: SETTLES_WITHIN_MS })
    .toMatchObject({ city: 'Scranton' });
  await applicant.reads(IN_ACCOUNT);
});

test('after two hundred changes of the network, one save runs at a time, and everything arrives @long', async ({
  line,
  applicant,
  page,
  context,
}) => {
  const field = page.locator('[name=city]');
  await field.fill('');
  let typed = '';
  for (let nth = 0; nth < 200; nth += 1) {
    await context.setOffline(nth % 2 === 0);
    if (nth % 8 !== 0) continue;
    typed += 'abcdefghijklmnopqrstuvwxyz'.charAt(nth / 8);
    await page.keyboard.insertText(typed.slice(-1));
  }
  await context.setOffline(false);
  await expect(field).toHaveValue(typed);
  await expect
    .poll(async () => (await accountOf(applicant))['city'], { timeout: SETTLES_WITHIN_MS })
    .toBe(typed);
  await applicant.reads(IN_ACCOUNT);
  expect(line.mostAtOnce(SAVE)).toBe(1);
  const cities = saves(line).map(({ body }) => /"city":"([^"]*)"/.exec(body)?.[1] ?? '');
  expect(cities.slice(1)).toEqual(cities.slice(1).toSorted((one, other) => one.length - other.length));
});
