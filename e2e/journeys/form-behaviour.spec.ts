import { expect, test } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

test('an unknown path leads to the form and keeps the query', async ({ page }) => {
  await page.goto(`${server.url}/nowhere/at/all?source=poster`);
  await expect(page).toHaveURL(`${server.url}/about?source=poster`);
});

test('without answers one may look around, with answers the way leads to sign up', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.reads('Your next degree starts here');
  await applicant.presses('Continue');
  await applicant.isAt('/education');
  await page.getByRole('link', { name: 'About You' }).click();
  await applicant.answers('First name', 'Ann');
  await page.getByRole('link', { name: 'Education' }).click();
  await applicant.isAt('/signup');
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/signup');
  await applicant.opens('/about');
  await applicant.presses('Save');
  await applicant.isAt('/signup');
});

test('Enter in a field sends nothing, and a browser that fills a form fills one section', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  const sections = await page.evaluate(() =>
    [...document.querySelectorAll('main [name]:not([name=""]):is(input, select, textarea)')].map((field) => [
      field.closest('section')?.id,
      'form' in field && field.form instanceof HTMLFormElement ? field.form.id : undefined,
    ]),
  );
  expect(sections.length).toBeGreaterThan(25);
  for (const [section, form] of sections) expect(form).toBe(`${section}-form`);
  await applicant.answers('First name', 'Zoë');
  await page.locator('[name=first_name]').press('Enter');
  await applicant.isAt('/about');
  await applicant.hasAnswered('First name', 'Zoë');
});

test('what is far from the screen rests, with its height, until it comes near or the window gets another width', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.opens('/about');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const isDrawn = () =>
    page
      .locator('[name=military_veteran]')
      .first()
      .evaluate((input) => input.checkVisibility({ contentVisibilityAuto: true }));
  await expect(page.locator('#military')).toHaveAttribute('data-rests');
  await expect.poll(isDrawn).toBe(false);
  const before = await height();
  await page.locator('[name=military_veteran]').first().focus();
  await expect(page.locator('#military').getByRole('heading')).toBeInViewport();
  await expect.poll(isDrawn).toBe(true);
  expect(await height()).toBe(before);
  await page.locator('[name=first_name]').focus();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(isDrawn).toBe(false);
  const turned = await height();
  await page.locator('[name=military_veteran]').first().focus();
  await expect.poll(isDrawn).toBe(true);
  expect(await height()).toBe(turned);
});

test('a page that is loaded again is where it was, from the server and from the worker', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.opens('/about');
  await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
  await page.locator('#citizenship').scrollIntoViewIfNeeded();
  const top = () => page.locator('#citizenship').evaluate((section) => section.getBoundingClientRect().top);
  const before = await top();
  for (const source of ['server', 'worker']) {
    if (source === 'worker') await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const response = await page.reload();
    if (source === 'worker') expect(response?.fromServiceWorker()).toBe(true);
    await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
    expect(Math.abs((await top()) - before), source).toBeLessThan(2);
  }
});

test('an account’s page that is loaded again is where it was, and another one begins at its top', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await page.setViewportSize({ width: 390, height: 844 });
  await applicant.comesLoggedIn('/education');
  await applicant.answers('Program type', 'Doctorate');
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  const section = page.locator('#employment');
  await section.evaluate((element) => element.scrollIntoView());
  const top = () => section.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await page.reload();
  await expect(section).toBeInViewport();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  // In the bar at the foot: nothing has to be scrolled to for it.
  await applicant.presses('Continue');
  await applicant.isAt('/final-steps');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('nothing on the screen of a slow phone moves by itself', async ({ page }) => {
  const applicant = new Applicant(page, server);
  const devTools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await applicant.opens('/about');
  await page.locator('[data-rests]').first().waitFor({ state: 'attached' });
  const moved = await page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as readonly { value: number }[]) sum += value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return sum;
  });
  // The logo alone may find its place by a few px, when the first paint comes within the header.
  expect(moved).toBeLessThan(0.001);
});

test('suggestions open when they come, however long ago the last letter was typed', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await page.locator('[name=address_line_1]').scrollIntoViewIfNeeded();
  const address = page.getByRole('combobox', { name: 'Address line 1' });
  const suggestion = page.getByRole('option', { name: /121 North LaSalle Street/ });
  await address.pressSequentially('121 North L');
  await suggestion.waitFor();
  await page.keyboard.press('Escape');
  await expect(suggestion).toBeHidden();
  await expect(address).toHaveValue('121 North L');
  await page.keyboard.type('a');
  await suggestion.click();
  await applicant.hasAnswered('City', 'Chicago');
  await expect(suggestion).toBeHidden();
  // Where the next field has the focus, none opens.
  await address.fill('');
  const found = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('text') === '121 North L',
  );
  await address.pressSequentially('121 North L');
  await page.keyboard.press('Tab');
  await found;
  await page.keyboard.press('Shift+Tab');
  await expect(address).toBeFocused();
  await expect(suggestion).toBeHidden();
});

test('files and more colleges wait for an account, in words', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/education');
  await applicant.reads('This question can be finished once you have created an account.');
  await expect(page.locator('#college_transcript')).toContainText('Unofficial transcript (optional)');
  await expect(page.getByRole('button', { name: 'Add another college' })).toBeHidden();
});

test('Continue saves before it goes on; the next login begins where one was', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.reads('Your next degree starts here');
  await applicant.answers('First name', 'Ann');
  const saved = page.waitForRequest((request) => request.url().endsWith('/api/answer'));
  await applicant.presses('Continue');
  expect((await saved).postDataJSON()).toMatchObject({ answers: { first_name: 'Ann' } });
  await applicant.isAt('/education');
  await expect(page.getByText('Your next degree starts here')).toBeHidden();
  await applicant.reads(/Saved to your account/);
  await applicant.logsOut();
  await applicant.logsIn();
  await applicant.isAt('/education');
  await applicant.reads('Welcome back');
});

test('what is missing is listed by page, and names the college it is missing of', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', {
    answers: { college_2_city: 'Scranton', college_3_city: 'Erie' },
  });
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  const summary = page.locator('#error-summary');
  await expect(summary.getByRole('heading', { level: 3 })).toHaveText([
    'About You',
    'Education',
    'Final Steps',
  ]);
  await expect(summary.getByRole('link', { name: 'Please enter the name of your college.' })).toHaveText([
    'Please enter the name of your college.',
    'College 2: Please enter the name of your college.',
    'College 3: Please enter the name of your college.',
  ]);
});

test('what the account has yet to hear of is there after a reload', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/final-steps');
  await applicant.reads(/Saved to your account/);
  await page.route('**/api/{web-status,add-another,tabs}', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await applicant.reads("We're missing some information!");
  await page.reload();
  await applicant.reads("We're missing some information!");

  const secondCollege = page.getByRole('heading', { name: 'College 2' });
  const words = page.getByRole('tab', { name: 'Describe your experience' });
  await page.getByRole('link', { name: 'Education' }).click();
  await applicant.presses('Add another college');
  await expect(secondCollege).toBeVisible();
  await words.click();
  await expect(words).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(secondCollege).toBeVisible();
  await expect(words).toHaveAttribute('aria-selected', 'true');
});

test('a visitor’s description is on screen after a reload, and reaches the account with its tab', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  const words = page.locator('[name=employ_experience]');
  await applicant.opens('/education');
  await page.getByRole('tab', { name: 'Describe your experience' }).click();
  await words.fill('Ten years as a nurse');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(words).toHaveValue('Ten years as a nurse');
  await words.fill('');
  await expect(words).toBeVisible();
  await words.fill('Eleven years as a nurse');
  await applicant.presses('Continue');
  await applicant.signsUp();
  await applicant.confirms();
  await applicant.logsIn();
  await applicant.reads(/Saved to your account/);
  const tabs = await page.evaluate(() => fetch('/api/tabs').then((response) => response.json()));
  expect(tabs).toEqual({ employ_experience_tabs: 'employ_experience' });
});

test('a tab that is shown for its answer is not posted, and one that is refused is posted and said once', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: { employ_experience: 'Ten years as a nurse' } });
  let posts = 0;
  await page.route('**/api/tabs', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    posts += 1;
    return route.fulfill({ status: 422, json: { message: 'We know of no such tab.' } });
  });
  await applicant.opens('/education');
  const words = page.locator('[name=employ_experience]');
  await expect(words).toHaveValue('Ten years as a nurse');
  await applicant.reads(/Saved to your account/);
  await words.fill('');
  await expect(words).toBeVisible();
  await words.fill('Eleven years as a nurse');
  await applicant.reads(/Saved to your account/);
  expect(posts).toBe(0);

  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/api/tabs') && response.request().method() === 'GET',
  );
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  await applicant.presses('Switch and delete');
  await asked;
  const toast = page.getByRole('alertdialog');
  await expect(toast).toContainText('Error handling tabs for Your experience');
  // Sent after whatever stands in line by now.
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/answer'));
  await applicant.answers('Program type', 'Doctorate');
  await saved;
  expect(posts).toBe(1);
  await expect(toast).toHaveCount(1);
});

test('nothing that was entered is deleted by one press', async ({ page }) => {
  const applicant = new Applicant(page, server);
  const words = page.locator('[name=employ_experience]');
  const [describing, uploading] = ['Describe your experience', 'Upload a résumé'].map((name) =>
    page.getByRole('tab', { name }),
  );
  await applicant.opens('/education');
  await describing?.click();
  await uploading?.click();
  await describing?.click();
  await words.fill('Ten years as a nurse');
  await uploading?.click();
  await applicant.presses('Keep it');
  await expect(words).toHaveValue('Ten years as a nurse');
  await uploading?.click();
  await applicant.presses('Switch and delete');
  await expect(uploading ?? words).toHaveAttribute('aria-selected', 'true');
  await describing?.click();
  await expect(words).toHaveValue('');

  await applicant.opens('/about');
  const trigger = page.getByRole('button', { name: /Add a phone number outside/ });
  const phone = page.locator('[name=phone_international]');
  await trigger.click();
  await trigger.click();
  await expect(phone).toBeHidden();
  await trigger.click();
  await phone.fill('+44 20 7946 0000');
  await trigger.click();
  await applicant.presses('Keep it');
  await expect(phone).toHaveValue('+44 20 7946 0000');
  await trigger.click();
  await applicant.presses('Delete');
  await expect(phone).toBeHidden();

  const box = 'My transcripts or records are under another name';
  await applicant.ticks(box);
  await page.locator('[name=previous_name]').fill('Hopper');
  await page.getByText(box).click();
  await applicant.presses('Keep it');
  await expect(page.getByRole('checkbox', { name: box })).toBeChecked();
  await expect(page.locator('[name=previous_name]')).toHaveValue('Hopper');
});

test('a part of the form that is open for its answer stays open while that is typed anew', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  const name = page.locator('[name=previous_name]');
  await applicant.ticks('My transcripts or records are under another name');
  await name.fill('Hopper');
  await applicant.reads('Saved on this device');
  await page.reload();
  await expect(name).toHaveValue('Hopper');
  await name.press('ControlOrMeta+a');
  await name.press('Backspace');
  await expect(name).toHaveValue('');
  // The bar follows once the answer is known to be blank.
  await expect(page.getByText('Saved on this device')).toBeHidden();
  await expect(name).toBeFocused();
  await page.keyboard.type('Murray');
  await expect(name).toHaveValue('Murray');
});

test('nobody sees the completion page before submitting', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await page.goto(`${server.url}/completion`);
  await applicant.isAt('/about');
  await applicant.hasAnswered('First name', '');
  await applicant.comesLoggedIn();
  await page.goto(`${server.url}/completion`);
  await applicant.isAt('/about');
});

test('a changed program clears what hung on it, on the wire too', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn('/education');
  await applicant.answers('Program type', 'Doctorate');
  await applicant.answers('Major', 'Educational Leadership (EdD)');
  await applicant.answers('Concentration', 'Superintendent Certification');
  await page.locator('[name=iein]').fill('12345');
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  await applicant.answers('Program type', 'Graduate nursing');
  await expect(page.locator('[name=iein]')).toBeHidden();
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);
  const { answer } = await page.evaluate(() => fetch('/api/profile').then((response) => response.json()));
  expect(answer).toMatchObject({
    program_type: 'NURSING',
    program_type_desc: 'Graduate nursing',
    applied_major: '',
    applied_major_desc: '',
    applied_concentration: '',
    applied_concentration_desc: '',
    iein: '',
  });
});

test('a pick from the colleges fills the college’s fields; what nobody knows is used as typed', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  await name.pressSequentially('University of Scran', { delay: 20 });
  await page.getByRole('option', { name: /University of Scranton/ }).click();
  await expect(page.locator('[name=college_city]')).toHaveValue('Scranton');
  await expect(page.locator('[name=college_state]')).toHaveValue('PA');
  await expect(page.locator('[name=college_ceeb]')).toHaveValue('2929');
  await name.fill('Xyzzy Institute');
  await name.blur();
  await expect(name).toHaveValue('Xyzzy Institute');
});

test('a college is used as typed where the code of the look-up cannot be fetched', async ({ page }) => {
  const applicant = new Applicant(page, server);
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/assets/looked-up*.js', (route) => route.abort());
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  await name.pressSequentially('Xyzzy Institute', { delay: 20 });
  await page.getByRole('option', { name: 'Use: Xyzzy Institute' }).click();
  await expect(name).toHaveValue('Xyzzy Institute');
  await applicant.reads('Saved on this device');
  expect(errors).toEqual([]);
});

test('another pick takes what the first one filled in with it, and never what was typed', async ({
  page,
}) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  const valueOf = (part: string) => expect(page.locator(`[name=college_${part}]`));
  const picks = async (text: string) => {
    await name.fill('');
    await name.pressSequentially(text, { delay: 20 });
    await page.getByRole('option', { name: new RegExp(`^${text}`) }).click();
  };
  await picks('University of Scranton');
  await valueOf('ceeb').toHaveValue('2929');
  await picks('Bloomsburg University');
  await valueOf('city').toHaveValue('Bloomsburg');
  await valueOf('ceeb').toHaveValue('');
  await picks('University of Scranton');
  await valueOf('ceeb').toHaveValue('2929');
  await page.locator('[name=college_zip]').fill('18510-4500');
  await name.fill('');
  await name.pressSequentially('Xyzzy Institute', { delay: 20 });
  await page.getByRole('option', { name: 'Use: Xyzzy Institute' }).click();
  await valueOf('ceeb').toHaveValue('');
  await valueOf('city').toHaveValue('');
  await valueOf('zip').toHaveValue('18510-4500');
  await valueOf('name').toHaveValue('Xyzzy Institute');
});

test('what is typed while a picked record is on its way stays', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/education');
  let letCome: () => void = () => undefined;
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/lookup\/find\?.*\bid=/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.locator('input[name=college_name]').pressSequentially('University of Scran', { delay: 20 });
  await page.getByRole('option', { name: /University of Scranton/ }).click();
  await page.locator('[name=college_city]').fill('Dunmore');
  letCome();
  await expect(page.locator('[name=college_ceeb]')).toHaveValue('2929');
  await expect(page.locator('[name=college_city]')).toHaveValue('Dunmore');
});

test.describe('on a device far from the university', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  for (const { now, isTooYoung } of [
    { now: '2026-11-19T23:59:59-05:00', isTooYoung: true },
    { now: '2026-11-20T00:00:00-05:00', isTooYoung: false },
  ]) {
    test(`who was born on 2013-11-20 is ${isTooYoung ? 'too young' : 'old enough'} at ${now}`, async ({
      page,
    }) => {
      const applicant = new Applicant(page, server);
      await page.clock.setFixedTime(now);
      await applicant.hasASession();
      await applicant.calls('PUT', '/api/answer', { answers: { birth_date: '2013-11-20' } });
      await applicant.opens('/final-steps');
      await applicant.presses('Submit');
      await applicant.isAt('/about');
      await applicant.reads("We're missing some information!");
      const verdict = page.locator('#birth_date').getByText('You must be 13 years or older to apply.');
      await expect(verdict).toHaveCount(isTooYoung ? 1 : 0);
    });
  }
});

test('who has an account is told that a shared computer keeps the answers there only', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.comesLoggedIn();
  await applicant.presses('Account');
  await applicant.presses('This is a shared computer');
  await applicant.reads(
    'From now on nothing is kept on this computer. Your answers are kept in your account only.',
  );
});

test('a shared computer keeps nothing', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.presses('Account');
  await applicant.presses('This is a shared computer');
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/because it is a shared computer/);
  await page.reload();
  await applicant.hasAnswered('First name', '');
});

for (const width of [320, 390]) {
  test(`at ${width} px, the bar says in words how much is answered, and stays as high as it is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const applicant = new Applicant(page, server);
    await applicant.comesLoggedIn();
    const bar = page.locator('.form-actions');
    const button = bar.getByRole('button', { name: /^\d+ of 10 required answered\b/ });
    await expect(button).toHaveText('0 of 10 required answered');
    await expect(button).toBeInViewport({ ratio: 1 });
    const { height } = (await bar.boundingBox())!;
    // Two tight rows: a phone's height is for the questions.
    expect(height).toBeLessThanOrEqual(104);

    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/answer', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await applicant.answers('First name', 'Ann');
    await applicant.reads('Saved on this device. Sending …');
    await expect(button).toHaveText('1 of 10 required answered');
    expect((await bar.boundingBox())!.height).toBe(height);
    arrived.resolve();
    await applicant.reads(/Saved to your account at/);
    expect((await bar.boundingBox())!.height).toBe(height);
  });
}

test('a month and its year stand in one line, and their legend says of what', async ({ page }) => {
  const applicant = new Applicant(page, server);
  await applicant.opens('/education');
  await page.locator('#prev_attend').getByText('Yes').click();
  for (const legend of ['From', 'Until']) {
    const pair = page.getByRole('group', { name: `${legend} (optional)` });
    const month = await pair.getByLabel('Month', { exact: true }).boundingBox();
    const year = await pair.getByLabel('Year', { exact: true }).boundingBox();
    expect(month?.y).toBe(year?.y);
  }
});

test('on a phone, the bar tells how much is answered and leads to every section', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const applicant = new Applicant(page, server);
  await applicant.opens('/about');
  await applicant.answers('First name', 'Ann');
  const button = page.getByRole('button', { name: /^\d+ of \d+ required answered. Sections of this page$/ });
  await expect(button).toHaveText('1 of 10 required answered');
  const list = page.getByRole('complementary', { name: 'On this page' });
  await expect(list).toBeHidden();
  await button.click();
  await expect(list.getByRole('link')).toHaveText([
    /^Your name\s*1 of 2 required answered$/,
    /^Personal details\s*0 of 2 required answered$/,
    /^How we reach you/,
    /^Your address/,
    /^Citizenship and language/,
    /^Your background$/,
    /^Military service/,
  ]);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(button).toBeFocused();
  await applicant.answers('Last name', 'Lee');
  // The home phone is not asked for then.
  await applicant.answers('Cell phone', '5702345678');
  await button.click();
  for (const done of ['Your name', 'How we reach you'])
    await expect(list.getByRole('link', { name: `${done} all required answered` })).toBeVisible();
  await list.getByRole('link', { name: 'Your address' }).click();
  await expect(list).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your address' })).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Your address' })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(list).toBeVisible();
  await expect(button).toBeHidden();
});
