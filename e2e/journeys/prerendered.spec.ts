import { expect, type Page, type Response } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { isFull, LONG, variants } from '../support/extent.ts';
import { test } from '../support/test.ts';
import { comesWithoutScript, listensForComplaints, opensWithoutScript } from '../support/without-script.ts';
import { workerIsReady } from '../support/worker.ts';

/** As a browser does that opens a page of an earlier session, or one that it has discarded: no event tells of it. */
async function putsBack(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`input[name=${name}]`);
    await field.evaluate((input: HTMLInputElement, old) => (input.value = old), value);
  }
}

test('what is typed, picked and ticked before the script comes is kept, in every kind of field', async ({
  page,
  applicant,
  server,
}) => {
  const complaints = listensForComplaints(page);
  const comes = await opensWithoutScript(page, server, '/about');
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await field('first_name').pressSequentially('Zoë 👩🏽‍🎓');
  await field('prefix').selectOption({ index: 2 });
  const prefix = await field('prefix').inputValue();
  await field('phone_home').fill('5705550142');
  await field('birth_date-month').fill('3');
  await field('birth_date-day').fill('5');
  await field('birth_date-year').fill('1999');
  await field('country').selectOption('CAN');
  await page.locator('label:has([name=military_veteran][value=yes])').click();
  await page.locator('label:has([name=race_asian])').click();
  await field('ssn').fill('123456789');
  await comes();
  await applicant.reads('Saved on this device');
  expect(complaints).toEqual([]);

  await page.unrouteAll();
  await page.reload();
  await expect(field('first_name')).toHaveValue('Zoë 👩🏽‍🎓');
  await expect(field('prefix')).toHaveValue(prefix);
  await expect(field('phone_home')).toHaveValue('(570) 555-0142');
  await expect(field('birth_date-year')).toHaveValue('1999');
  await expect(field('country')).toHaveValue('CAN');
  await expect(page.locator('[name=military_veteran][value=yes]')).toBeChecked();
  await expect(field('race_asian')).toBeChecked();
  await expect(field('ssn')).toHaveValue('123-45-6789');
});

test('a button that is pressed before the script comes does its work when it is there', async ({
  page,
  server,
}) => {
  const complaints = listensForComplaints(page);
  const comes = await opensWithoutScript(page, server, '/about');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await comes();
  await expect(page.getByRole('button', { name: 'Use as a shared computer' })).toBeVisible();
  expect(complaints).toEqual([]);
});

const scripts = [
  { failing: 'start', path: '/about', name: 'first_name' },
  { failing: 'education', path: '/education', name: 'college_name' },
  { failing: 'rolldown-runtime', path: '/about', name: 'first_name' },
  { failing: 'react', path: '/about', name: 'first_name' },
  { failing: 'form', path: '/about', name: 'first_name' },
  { failing: 'final-steps', path: '/final-steps', name: 'alumni_name' },
];
for (const { failing, path, name } of variants(scripts, { short: 1 })) {
  test(`a page whose ${failing} script does not come says so, goes on trying, and loses no letter`, async ({
    page,
    server,
  }) => {
    const applicant = new Applicant(page, server);
    const field = page.locator(`[name=${name}]`);
    const secondTry = Promise.withResolvers<void>();
    await page.route(`**/assets/${failing}-*.js`, (route) => route.abort());
    await page.route('**/assets/again/*.js', async (route) => {
      await secondTry.promise;
      await route.continue();
    });
    await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
    await field.pressSequentially('Zoë');
    await applicant.reads(/What you type is not saved until it has/);
    secondTry.resolve();
    await applicant.reads('Saved on this device');
    await expect(page.getByText(/What you type is not saved/)).toBeHidden();
    await page.unrouteAll();
    await page.reload();
    await expect(field).toHaveValue('Zoë');
  });
}

test('a page whose early script does not come does without it', LONG, async ({ page, applicant, server }) => {
  await page.route('**/assets/early-*.js', (route) => route.abort());
  await page.goto(`${server.url}/an/unknown/path`, { waitUntil: 'commit' });
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await applicant.reads('Saved on this device');
  await applicant.isAt('/about');
  await expect(page.locator('#late')).toBeHidden();
  await expect(page.locator('#background input').first()).toBeVisible();
  await page.reload();
  await applicant.hasAnswered('First name', 'Zoë');
});

test('a word that is being composed when the script comes is written once, and the list follows it', async ({
  page,
  applicant,
  server,
}) => {
  const session = await page.context().newCDPSession(page);
  const composes = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const comes = await opensWithoutScript(page, server, '/about');
  const field = page.locator('[name=address_line_1]');
  await field.scrollIntoViewIfNeeded();
  await field.focus();
  await composes('ni');
  await comes();
  await applicant.reads('Saved on this device');
  await composes('nih');
  await session.send('Input.insertText', { text: '你好' });
  await expect(page.getByRole('combobox', { name: 'Address line 1' })).toBeFocused();
  await page.keyboard.type(' 1');
  await expect(page.locator('[name=address_line_1]')).toHaveValue('你好 1');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(page.locator('[name=address_line_1]')).toHaveValue('你好 1');
});

test(
  'what is typed into a page that was loaded again, before any script of it comes, is kept',
  LONG,
  async ({ page, applicant, server }) => {
    await page.goto(`${server.url}/about`);
    await applicant.answers('First name', 'Ann');
    await applicant.reads('Saved on this device');
    const comes = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await comes.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[name=first_name]').fill('Zoë');
    comes.resolve();
    await applicant.reads('Saved on this device');
    await applicant.hasAnswered('First name', 'Zoë');
  },
);

test('what is typed on while an update loads the page again continues what was there', async ({
  page,
  applicant,
  server,
}) => {
  await page.goto(`${server.url}/about`);
  await applicant.answers('Last name', 'Love');
  await applicant.answers('Country', 'Canada');
  await applicant.reads('Saved on this device');
  await page.evaluate(() => history.replaceState(null, '', '#last_name'));
  const comes = await comesWithoutScript(page, () => page.reload({ waitUntil: 'commit' }));
  await page.locator('[name=last_name]').focus();
  await page.keyboard.type('la');
  await comes();
  await applicant.hasAnswered('Last name', 'Lovela');
  await page.keyboard.type('ce');
  await applicant.hasAnswered('Last name', 'Lovelace');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('Last name', 'Lovelace');
  await applicant.hasAnswered('Country', 'CAN');
});

test('a page of whose scripts none comes says so', async ({ page, applicant, server }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${server.url}/about`);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await applicant.reads(/What you type is not saved until it has/);
});

test('a page that cannot be completed says so', LONG, async ({ page, server }) => {
  const applicant = new Applicant(page, server);
  await page.route('**/assets/form-*.js', (route) => route.abort());
  await page.route('**/assets/again/form-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  );
  await page.goto(`${server.url}/about`);
  await applicant.reads(/note down what you have typed, and load the page again/);
});

test('a link that is followed before the script comes leaves no letter behind', async ({ page, server }) => {
  const applicant = new Applicant(page, server);
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await page.getByRole('link', { name: 'Education' }).click();
  await comes();
  await page.waitForURL(/\/(education|signup)$/);
  await page.unrouteAll();
  await applicant.opens('/about');
  await applicant.hasAnswered('First name', 'Zoë');
});

test('where nothing has been entered, a link needs no script', async ({ page, server }) => {
  await opensWithoutScript(page, server, '/about');
  await page.getByRole('link', { name: 'Education' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible();
});

test(
  'a button that was pressed long before the script comes does not disturb somebody who has gone on',
  LONG,
  async ({ page, server }) => {
    const applicant = new Applicant(page, server);
    const comes = await opensWithoutScript(page, server, '/about');
    await page.locator('[name=first_name]').pressSequentially('Zoë');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[name=last_name]').pressSequentially('Ng');
    await comes();
    await applicant.reads('Saved on this device');
    await applicant.isAt('/about');
  },
);

test('a card that is submitted before the script comes is sent when it is there', async ({
  page,
  server,
}) => {
  const applicant = new Applicant(page, server);
  const comes = await opensWithoutScript(page, server, '/forgot');
  await page.locator('[name=username]').fill('nobody@example.org');
  await page.locator('[name=username]').press('Enter');
  await comes();
  await applicant.reads(/If .*account/);
});

test('a card keeps what was typed, and sends nothing by itself', async ({ page, server }) => {
  const complaints = listensForComplaints(page);
  const comes = await opensWithoutScript(page, server, '/signup');
  await page.locator('[name=username]').fill('zoe@example.org');
  await page.locator('[name=password]').fill('Correct horse 7 battery!');
  await comes();
  await expect(page.locator('li[data-state=success]')).toHaveCount(6);
  await expect(page.locator('[name=username]')).toHaveValue('zoe@example.org');
  await expect(page.locator('[name=password]')).toHaveValue('Correct horse 7 battery!');
  expect(complaints).toEqual([]);
});

test(
  'a card that brings a message keeps what was typed, in the very same field',
  LONG,
  async ({ page, server }) => {
    const applicant = new Applicant(page, server);
    const complaints = listensForComplaints(page);
    await applicant.comesLoggedIn();
    await applicant.logsOut();
    const comes = await comesWithoutScript(page, () =>
      page.goto(`${server.url}/login`, { waitUntil: 'commit' }),
    );
    const field = await page.waitForSelector('[name=username]');
    await field.focus();
    await page.keyboard.type('zoe@');
    await comes();
    await applicant.reads('Your session is invalid.');
    await page.keyboard.type('example.org');
    expect(await field.inputValue()).toBe('zoe@example.org');
    await applicant.hasAnswered('E-mail address', 'zoe@example.org');
    expect(complaints).toEqual([]);
  },
);

const carried = [
  { typed: 'zoe@example.org', shown: 'zoe@example.org' },
  { typed: '', shown: 'carried@example.org' },
];
for (const { typed, shown } of variants(carried, { short: 1 })) {
  test(`a card that comes again shows the address from the screen before${typed && ', unless one was typed'}`, async ({
    page,
    applicant,
    server,
  }) => {
    await applicant.opens('/login');
    await applicant.answers('E-mail address', 'carried@example.org');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await applicant.hasAnswered('E-mail address', 'carried@example.org');
    const comes = await comesWithoutScript(page, () =>
      page.goto(`${server.url}/forgot`, { waitUntil: 'commit' }),
    );
    await applicant.hasAnswered('E-mail address', '');
    await applicant.answers('E-mail address', typed);
    await comes();
    await applicant.hasAnswered('E-mail address', shown);
  });
}

test('what is typed before the script comes is kept if another tab logs in meanwhile', async ({
  page,
  applicant,
  server,
}) => {
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await applicant.hasASession();
  await comes();
  await applicant.reads('Saved to your account');
  await applicant.hasAnswered('First name', 'Zoë');
  await expect(page.locator('[name=first_name]')).toBeFocused();
});

test('who comes to a prerendered page with a session is led to the last page, and the query comes along', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasASession();
  await applicant.calls('POST', '/api/web-status', { web_status: 'started' });
  await applicant.calls('PUT', '/api/last-page', { last_page: '/final-steps' });
  await page.route('**/about?*', (route) => route.fulfill({ path: 'dist/about.html' }));
  await page.goto(`${server.url}/about?source=fair`);
  await expect(page).toHaveURL(`${server.url}/final-steps?source=fair`);
  await expect(page.getByRole('heading', { level: 1, name: 'Final Steps' })).toBeVisible();
});

test('a school with suggestions keeps what was typed', LONG, async ({ page, applicant, server }) => {
  const comes = await opensWithoutScript(page, server, '/education');
  await page.locator('[name=college_name]').pressSequentially('Scran');
  await comes();
  await applicant.reads('Saved on this device');
  await expect(page.locator('[name=college_name]')).toHaveValue('Scran');
  await page.locator('[name=college_name]').pressSequentially('ton');
  await expect(page.locator('[name=college_name]')).toHaveValue('Scranton');
});

test('where somebody has been before, the draft comes into the page, and what is typed meanwhile stays', async ({
  page,
  applicant,
  server,
}) => {
  const complaints = listensForComplaints(page);
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.answers('Last name', 'Lee');
  await applicant.reads('Saved on this device');
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=last_name]').fill('Li');
  await comes();
  await applicant.hasAnswered('First name', 'Zoë');
  await applicant.hasAnswered('Last name', 'Li');
  expect(complaints).toEqual([]);
});

test('a choice made before the script comes clears what it hides in the draft', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await page.locator('[name=citizenship_type]').selectOption('2');
  await page.locator('[name=alien_registration_number]').fill('A123456789');
  await applicant.answers('City', 'Erie');
  await applicant.reads('Saved on this device');
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=citizenship_type]').selectOption('1');
  await comes();
  await applicant.hasAnswered('City', 'Erie');
  await applicant.reads('Saved on this device');
  await page.reload();
  await applicant.hasAnswered('City', 'Erie');
  await page.locator('[name=citizenship_type]').selectOption('2');
  await expect(page.locator('[name=alien_registration_number]')).toHaveValue('');
});

test('a date goes on where it was begun before the script came, whatever date is in the draft', async ({
  page,
  applicant,
  server,
}) => {
  const box = (part: string) => page.locator(`[name=birth_date-${part}]`);
  await applicant.opens('/about');
  await box('month').fill('3');
  await box('day').fill('4');
  await box('year').fill('1990');
  await applicant.answers('City', 'Erie');
  await applicant.reads('Saved on this device');
  const comes = await opensWithoutScript(page, server, '/about');
  await box('month').fill('11');
  await box('day').focus();
  await page.keyboard.type('2');
  await comes();
  await applicant.hasAnswered('City', 'Erie');
  await page.keyboard.type('5');
  await box('year').focus();
  await page.keyboard.type('1985');
  await applicant.reads('Saved on this device');
  await page.reload();
  for (const [part, text] of [
    ['month', '11'],
    ['day', '25'],
    ['year', '1985'],
  ] as const)
    await expect(box(part)).toHaveValue(text);
});

test('what the browser puts back into an old page replaces nothing that was changed since, what is typed there does', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/about');
  await applicant.answers('Last name', 'Lee');
  await applicant.answers('City', 'Erie');
  await applicant.reads('Saved on this device');
  const comes = await comesWithoutScript(page, () => page.reload({ waitUntil: 'commit' }));
  const meanwhile = new Applicant(await context.newPage(), server);
  await meanwhile.opens('/about');
  await meanwhile.hasAnswered('City', 'Erie');
  await meanwhile.answers('Last name', 'Li');
  await meanwhile.answers('City', '');
  await meanwhile.reads('Saved on this device');

  await putsBack(page, { last_name: 'Lee', city: 'Erie', zip: '16501' });
  await page.locator('[name=first_name]').fill('Zoe');
  await comes();
  for (const one of [applicant, meanwhile]) {
    await one.hasAnswered('First name', 'Zoe');
    await one.hasAnswered('Last name', 'Li');
    await one.hasAnswered('City', '');
    await one.hasAnswered('ZIP or postal code', '16501');
  }
});

test('somebody who is logged in never sees the page of a first visit', async ({ page, applicant }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const welcome = document.querySelector('#welcome-heading')?.textContent;
      const calls = performance.getEntriesByType('resource');
      if (welcome !== undefined && !calls.some(({ name }) => name.endsWith('/api/profile')))
        seen.push(welcome);
    }).observe(document, { childList: true, subtree: true });
  });
  await applicant.comesLoggedIn('/about');
  const sawTooEarly = () => page.evaluate(() => Reflect.get(globalThis, 'seen'));
  expect(await sawTooEarly()).toEqual([]);
  await workerIsReady(page);
  const response = await page.reload();
  expect(response?.fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await sawTooEarly()).toEqual([]);
  expect(await page.locator('html').getAttribute('data-prerendered-on')).toBeNull();
});

test('somebody who is logged in sees that the page is loading, before any script comes', async ({
  page,
  applicant,
  server,
}) => {
  await applicant.hasASession();
  await page.route('**/*.js', () => undefined);
  await page.goto(`${server.url}/education`, { waitUntil: 'commit' });
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(loading).toBeVisible();
  await expect(loading.locator('.ui-spinner')).toHaveCSS('width', '32px');
});

test('the worker gives the prerendered page to somebody without a session, offline too', async ({
  page,
  context,
  applicant,
  server,
}) => {
  await applicant.opens('/education');
  await workerIsReady(page);
  await context.setOffline(true);
  const response = await page.goto(`${server.url}/about`);
  expect(response?.fromServiceWorker()).toBe(true);
  expect(await page.locator('html').getAttribute('data-prerendered-on')).not.toBeNull();
  // Its styles are within it, and its policy must allow them: those of the first section, and those behind it.
  await expect(page.locator('.header')).toHaveCSS('display', 'flex');
  await expect(page.locator('.footer')).toHaveCSS('display', 'flex');
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Saved on this device');
});

test('the server’s page asks for its scripts ahead, the worker’s once it has been read', async ({
  page,
  applicant,
  server,
}) => {
  const preloads = async (response: Response | null) =>
    (await response?.text())?.match(/rel="modulepreload"/g)?.length ?? 0;
  const first = await page.goto(`${server.url}/about`);
  expect(await preloads(first)).toBeGreaterThan(0);
  await workerIsReady(page);
  const again = await page.reload();
  expect(again?.fromServiceWorker()).toBe(true);
  expect(await preloads(again)).toBe(0);
  await applicant.answers('First name', 'Ann');
  await applicant.reads('Saved on this device');
});

/** The largest from which the first frame leaves something out (`src/screens/form-page.css`). */
const SCREENS = [
  [400, 848],
  [768, 784],
  [320, 848],
  [560, 784],
  [1280, 784],
] as const;

test('what the first frame leaves out is below a phone’s screen, and is let in without any script', async ({
  page,
  server,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/about', '/education', '/final-steps']) {
    for (const [width, height] of variants(SCREENS, { short: 2 })) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.url}${path}`);
      const second = page.locator('.form-section').nth(1);
      await expect(second.locator('input, select, button').first()).toBeVisible();
      const box = await second.boundingBox();
      expect(box?.y, `${path} at ${width} px`).toBeGreaterThan(height);
    }
  }
});

test('on a first visit the worker waits until nobody has typed, tapped or scrolled for a second', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/about`);
  // From within the page, so that a busy machine does not rest for a second between two of them.
  const hadWorker = await page.evaluate(
    async (uses) => {
      for (let count = 0; count < uses; count += 1) {
        const use = ['input', 'pointerdown', 'scroll'][count % 3] ?? '';
        document.body.dispatchEvent(new Event(use, { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return (await navigator.serviceWorker.getRegistration()) !== undefined;
    },
    isFull ? 80 : 30,
  );
  expect(hadWorker).toBe(false);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined))
    .toBe(true);
});
