import { expect } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { test } from '../support/test.ts';
import { comesWithoutScript, listensForComplaints, opensWithoutScript } from '../support/without-script.ts';

test('what is typed, chosen and checked before the script loads is kept, in every kind of field', async ({
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

test('a button that is pressed before the script loads works once the script is there @slow', async ({
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
  { failing: 'react', path: '/about', name: 'first_name' },
  { failing: 'form', path: '/about', name: 'first_name' },
  { failing: 'final-steps', path: '/final-steps', name: 'alumni_name' },
];
for (const [index, { failing, path, name }] of scripts.entries()) {
  test(`a page whose ${failing} script does not load says so, loads again, and loses no letter${index < 1 ? ' @slow' : ' @long'}`, async ({
    page,
    server,
  }) => {
    const applicant = new Applicant(page, server);
    const field = page.locator(`[name=${name}]`);
    await page.route('**/index.html?now', (route) => route.abort());
    await page.route(`**/assets/${failing}-*.js*`, (route) => route.abort());
    await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
    await field.pressSequentially('Zo');
    await applicant.reads(/Part of this page did not load/);
    await field.pressSequentially('ë');
    await page.unrouteAll();
    await applicant.reads('Saved on this device');
    await expect(page.getByText(/did not load/)).toBeHidden();
    await expect(field).toHaveValue('Zoë');
    await expect(field).toBeFocused();
    await page.reload();
    await expect(field).toHaveValue('Zoë');
  });
}

test('a page whose early script does not load works without it @long', async ({
  page,
  applicant,
  server,
}) => {
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

test('a word that is being composed when the script loads is written once, and the list follows it @long', async ({
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

test('what is typed into a page that was loaded again, before any of its scripts load, is kept @long', async ({
  page,
  applicant,
  server,
}) => {
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
});

test('text that is typed while an update loads the page again continues the earlier text @long', async ({
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

test('a page says so if none of its scripts load @long', async ({ page, applicant, server }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${server.url}/about`);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await applicant.reads(/What you type is not saved until it is/);
});

test('a page that cannot be completed loads again once, and then says so @long', async ({ page, server }) => {
  const applicant = new Applicant(page, server);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/assets/form-*.js', (route) => route.abort());
  await page.goto(`${server.url}/about`);
  await applicant.reads(/note down what you have typed, and load the page again/);
  expect(loads).toBe(2);
});

test('a card that cannot be completed is not loaded again if something was typed there @long', async ({
  page,
  server,
}) => {
  const applicant = new Applicant(page, server);
  await page.route('**/index.html?now', (route) => route.abort());
  await page.route('**/assets/form-*.js', (route) => route.abort());
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await page.locator('[name=username]').fill('zoe@example.org');
  await page.unroute('**/index.html?now');
  await applicant.reads(/note down what you have typed, and load the page again/);
  await expect(page.locator('[name=username]')).toHaveValue('zoe@example.org');
});

test('a link that is followed before the script loads loses no letter @slow', async ({ page, server }) => {
  const applicant = new Applicant(page, server);
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await comes();
  await page.waitForURL(/\/(education|signup)$/);
  await page.unrouteAll();
  await applicant.opens('/about');
  await applicant.hasAnswered('First name', 'Zoë');
});

test('if nothing has been entered, a link needs no script @long', async ({ page, server }) => {
  await opensWithoutScript(page, server, '/about');
  await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible();
});

test('a button that was pressed long before the script loads does not disturb somebody who has continued @long', async ({
  page,
  server,
}) => {
  const applicant = new Applicant(page, server);
  const comes = await opensWithoutScript(page, server, '/about');
  await page.locator('[name=first_name]').pressSequentially('Zoë');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[name=last_name]').pressSequentially('Ng');
  await comes();
  await applicant.reads('Saved on this device');
  await applicant.isAt('/about');
});

test('a card that is submitted before the script loads is sent once the script is there @long', async ({
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

test('a card keeps what was typed, and sends nothing by itself @slow', async ({ page, server }) => {
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

test('a card that shows a message keeps what was typed, in the same field @long', async ({
  page,
  server,
}) => {
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
  await expect.poll(() => field.inputValue()).toBe('zoe@example.org');
  await applicant.hasAnswered('E-mail address', 'zoe@example.org');
  expect(complaints).toEqual([]);
});

const carried = [
  { typed: 'zoe@example.org', shown: 'zoe@example.org' },
  { typed: '', shown: 'carried@example.org' },
];
for (const [index, { typed, shown }] of carried.entries()) {
  test(`a card that is opened again shows the address from the screen before${typed && ', unless one was typed'}${index < 1 ? ' @slow' : ' @long'}`, async ({
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
