import { expect, type Page } from 'playwright/test';
import { completeAnswers } from '../support/complete-answers.ts';
import { test } from '../support/test.ts';

test('suggestions open when they arrive, however long ago the last letter was typed @slow', async ({
  page,
  applicant,
}) => {
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
  // If the next field has the focus, no list opens.
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

test('Enter first picks the suggestion, and then goes to the next field @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  await page.locator('[name=address_line_1]').scrollIntoViewIfNeeded();
  const address = page.getByRole('combobox', { name: 'Address line 1' });
  await address.pressSequentially('121 North La');
  const suggestion = page.getByRole('option', { name: /121 North LaSalle Street/ });
  await suggestion.waitFor();
  await page.keyboard.press('ArrowDown');
  await expect(suggestion).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await applicant.hasAnswered('City', 'Chicago');
  await expect(suggestion).toBeHidden();
  await expect(address).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=address_line_2]')).toBeFocused();
});

test('each request for suggestions is for the text of its moment, on a slow processor, too @slow', async ({
  page,
  applicant,
}) => {
  await page.addInitScript(() => {
    const asked: { text: string | null; typed: string }[] = [];
    const send = globalThis.fetch;
    Object.assign(globalThis, {
      asked,
      fetch(...request: Parameters<typeof fetch>) {
        const [target] = request;
        const address = target instanceof Request ? target.url : target;
        const { pathname, searchParams } = new URL(address, location.href);
        const input = document.querySelector<HTMLInputElement>('[name=address_line_1]');
        if (pathname === '/lookup/find')
          asked.push({ text: searchParams.get('text'), typed: input?.value ?? '' });
        return send(...request);
      },
    });
  });
  await applicant.opens('/about');
  const address = page.locator('[name=address_line_1]');
  await address.scrollIntoViewIfNeeded();
  await expect(address).toHaveRole('combobox');
  // The code of the look-up loads with the first search.
  await address.pressSequentially('12');
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'asked').length)).toBeGreaterThan(0);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await address.pressSequentially('1 North LaSalle Street', { delay: 60 });
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'asked').at(-1).text))
    .toBe('121 North LaSalle Street');
  const asked: { text: string; typed: string }[] = await page.evaluate(() =>
    Reflect.get(globalThis, 'asked'),
  );
  expect(asked.slice(1).map(({ text }) => text.trim())).toEqual(
    asked.slice(1).map(({ typed }) => typed.trim()),
  );
});

test('suggestions stay open when the error summary disappears, and close when the applicant scrolls @long', async ({
  page,
  applicant,
}) => {
  await applicant.hasASession();
  await applicant.calls('PUT', '/api/answer', { answers: completeAnswers });
  await applicant.calls('POST', '/api/web-status', { web_status: 'started' });
  await applicant.calls('POST', '/api/web-status', { web_status: 'validating' });
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  const summary = page.locator('#error-summary');
  await name.scrollIntoViewIfNeeded();
  await expect(name).toHaveRole('combobox');
  await name.fill('');
  await expect(summary).toBeAttached();
  const scrolledBefore = await page.evaluate(() => window.scrollY);
  await name.pressSequentially('Penn', { delay: 20 });
  await expect(summary).not.toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(scrolledBefore);
  await afterScrolling(page);
  const suggestion = page.getByRole('option', { name: /^Pennsylvania State/ });
  await expect(suggestion).toBeVisible();
  const { y, height } = (await name.boundingBox()) ?? { y: 0, height: 0 };
  const list = await page.getByRole('listbox').boundingBox();
  expect(Math.abs((list?.y ?? 0) - (y + height))).toBeLessThan(20);

  await page.mouse.wheel(0, 60);
  await expect(suggestion).toBeHidden();
  await afterScrolling(page);
  await expect(suggestion).toBeHidden();
});

test('suggestions are asked for 200 ms after the last letter, and after 500 ms of typing at the latest @slow', async ({
  page,
  applicant,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const text = new URL(request.url()).searchParams.get('text');
    if (text !== null) asked.push(text);
  });
  await page.clock.install();
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  await name.pressSequentially('Uni');
  await expect.poll(() => asked.at(-1)).toBe('Uni');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  asked.length = 0;

  await name.press('v');
  await passes(page, 190);
  expect(asked).toEqual([]);
  await passes(page, 10);
  await expect.poll(() => asked).toEqual(['Univ']);

  for (const letter of 'ersi') {
    await name.press(letter);
    await passes(page, 120);
  }
  expect(asked).toEqual(['Univ']);
  await name.press('t');
  await passes(page, 20);
  await expect.poll(() => asked).toEqual(['Univ', 'Universit']);
});

test('choosing a college fills in its fields; an unknown one is used as typed @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  await expect(name).toHaveAccessibleDescription('Enter your school information below.');
  await applicant.picksSuggestion('college_name', 'University of Scran');
  await expect(page.locator('[name=college_city]')).toHaveValue('Scranton');
  await expect(page.locator('[name=college_state]')).toHaveValue('PA');
  await expect(page.locator('[name=college_ceeb]')).toHaveValue('2929');
  await name.fill('Xyzzy Institute');
  await name.blur();
  await expect(name).toHaveValue('Xyzzy Institute');
});

test('a college is used as typed if the code of the look-up cannot be loaded @long', async ({
  page,
  applicant,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/assets/looked-up-*.js', (route) => route.abort());
  await applicant.opens('/education');
  const name = page.locator('input[name=college_name]');
  await name.pressSequentially('Xyzzy Institute', { delay: 20 });
  await page.getByRole('option', { name: 'Use: Xyzzy Institute' }).click();
  await expect(name).toHaveValue('Xyzzy Institute');
  await applicant.reads('Saved on this device');
  expect(errors).toEqual([]);
});

test('another choice replaces what the first one filled in, and never what was typed @long', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/education');
  const valueOf = (part: string) => expect(page.locator(`[name=college_${part}]`));
  const picks = (text: string, option?: string) => applicant.picksSuggestion('college_name', text, option);
  await picks('University of Scranton');
  await valueOf('ceeb').toHaveValue('2929');
  await picks('Bloomsburg University');
  await valueOf('city').toHaveValue('Bloomsburg');
  await valueOf('ceeb').toHaveValue('');
  await picks('University of Scranton');
  await valueOf('ceeb').toHaveValue('2929');
  await page.locator('[name=college_zip]').fill('18510-4500');
  await picks('Xyzzy Institute', 'Use: Xyzzy Institute');
  await valueOf('ceeb').toHaveValue('');
  await valueOf('city').toHaveValue('');
  await valueOf('zip').toHaveValue('18510-4500');
  await valueOf('name').toHaveValue('Xyzzy Institute');
});

test('what is typed while a chosen record is loading stays @long', async ({ page, applicant }) => {
  await applicant.opens('/education');
  let letCome: () => void = () => undefined;
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/lookup\/find\?.*\bid=/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await applicant.picksSuggestion('college_name', 'University of Scran');
  await page.locator('[name=college_city]').fill('Dunmore');
  letCome();
  await expect(page.locator('[name=college_ceeb]')).toHaveValue('2929');
  await expect(page.locator('[name=college_city]')).toHaveValue('Dunmore');
});

/** The page has handled the scrolling, and drawn the result. */
async function afterScrolling(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Time passes only on the page's own clock. React does not use it, and has finished before and after. */
async function passes(page: Page, ms: number): Promise<void> {
  const finish = () =>
    page.evaluate(async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const { port1, port2 } = new MessageChannel();
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(undefined);
        });
      }
    });
  await finish();
  await page.clock.runFor(ms);
  await finish();
}
