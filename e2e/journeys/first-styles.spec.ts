import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

/** Returns what looks different than before: elements, and what styles add to them. */
const changedLooks = (page: Page) =>
  page.evaluate(() => {
    const looks = [...document.querySelectorAll('html, body, body :not(option)')].flatMap((element) =>
      [null, '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part);
        const isThere = part === null || style.content !== 'none';
        const look = isThere ? [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`) : [];
        return { name: `${element.localName}.${element.getAttribute('class') ?? ''}${part ?? ''}`, look };
      }),
    );
    const before: typeof looks = Reflect.get(globalThis, 'looks') ?? looks;
    Object.assign(globalThis, { looks });
    return looks.flatMap(({ name, look }, index) => {
      const former = new Set(before[index]?.look);
      return look.filter((property) => !former.has(property)).map((property) => `${name} ${property}`);
    });
  });

/** Adds style sheets to the page, behind its own, and waits for them. */
const add = (page: Page, addresses: readonly string[]) =>
  page.evaluate(
    async (hrefs) =>
      Promise.all(
        hrefs.map(
          (href) =>
            new Promise((resolve) => {
              const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
              link.addEventListener('load', resolve);
              document.head.append(link);
            }),
        ),
      ),
    addresses,
  );

test('the styles that follow a page are requested again until they load @long', async ({ page, server }) => {
  await page.route('**/assets/later-*', (route) => route.abort(), { times: 2 });
  const comes = page.waitForResponse('**/assets/later-*');
  await page.goto(`${server.url}/about`);
  expect((await comes).ok()).toBe(true);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const sheets = [...document.styleSheets].filter(({ href }) => href?.includes('/later-'));
        return sheets.map(({ cssRules }) => cssRules.length > 0);
      }),
    )
    .toEqual([true]);
});

test('the page after the first one keeps all its styles @long', async ({ page, applicant }) => {
  const rules = () =>
    page.evaluate(() =>
      [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
    );
  const look = (button: string) =>
    page
      .getByRole('button', { name: button, exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.reads('Saved on this device');
  const [before, continues] = [await rules(), await look('Continue')];
  await applicant.presses('Continue');
  await applicant.isAt('/signup');
  await expect.poll(() => look('Submit')).toBe(continues);
  const after = new Set(await rules());
  expect(before.filter((rule) => !after.has(rule))).toEqual([]);
});

const screens = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;
for (const path of ['about', 'education', 'final-steps', 'login'])
  for (const { width, colorScheme } of screens)
    test(`the page of ${path} looks the same with the styles that follow it, ${width} px wide${path === 'about' && width === 390 ? ' @slow' : ' @long'}`, async ({
      browser,
      server,
    }) => {
      const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
      const page = await context.newPage();
      await page.route(/\.js$|\/later-/, (route) => route.abort());
      await page.goto(`${server.url}/${path}`);
      const [later, whole] = await page.evaluate(() =>
        ['link[href*="/later-"]', 'link[type="text/plain"]'].map((links) =>
          [...document.querySelectorAll(links)].map((link) => link.getAttribute('href') ?? ''),
        ),
      );
      expect(later).toHaveLength(1);
      expect(whole?.length).toBeGreaterThan(0);
      // Otherwise, elements far from the screen have their height only from the second look on.
      await page.evaluate(() => document.documentElement.removeAttribute('data-first-look'));
      await changedLooks(page);
      await page.unrouteAll();
      await add(page, later ?? []);
      expect(await changedLooks(page)).toEqual([]);
      await add(page, whole ?? []);
      expect(await changedLooks(page)).toEqual([]);
      await context.close();
    });
