import { expect, type Page } from 'playwright/test';
import { test } from '../support/test.ts';

/** The elements that look otherwise once the whole style sheets stand in the place of the styles in the page. */
function changesOf(page: Page): Promise<{ readonly seen: number; readonly changed: readonly string[] }> {
  return page.evaluate(async () => {
    const carried = [...document.querySelectorAll('style')];
    const links: HTMLLinkElement[] = [];
    for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[type="text/plain"]')) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href, media: 'not all' });
      links.push(link);
      await new Promise((resolve, reject) => {
        Object.assign(link, { onload: resolve, onerror: reject });
        document.head.append(link);
      });
    }

    const properties = new Set<string>();
    const collect = (rules: Iterable<CSSRule>) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) for (const property of rule.style) properties.add(property);
        if (rule instanceof CSSGroupingRule) collect(rule.cssRules);
      }
    };
    for (const { sheet } of links) collect(sheet?.cssRules ?? []);

    const elements = [...document.querySelectorAll('html, body, body *:not(script, link)')];
    const lookOf = (element: Element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(element, part);
        if (part !== '' && style.content === 'none') return [];
        return [...properties].map((property) => `${part} ${property}: ${style.getPropertyValue(property)}`);
      });
    const before = elements.map(lookOf);
    for (const style of carried) style.remove();
    for (const link of links) link.media = '';
    const changed = elements.flatMap((element, index) => {
      const others = lookOf(element).filter((look) => !before[index]?.includes(look));
      const classes = element.getAttribute('class') ?? '';
      return others.length === 0
        ? []
        : [`${element.tagName} #${element.id} .${classes}: ${others.join('; ')}`];
    });
    return { seen: elements.length, changed };
  });
}

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
const pages = ['about', 'education', 'final-steps', 'signup', 'confirm', 'login', 'forgot'];

for (const { paths, viewport, media, name } of [
  { paths: pages, viewport: phone, media: {}, name: 'on a phone' },
  {
    paths: ['about', 'signup'],
    viewport: desk,
    media: { colorScheme: 'dark' },
    name: 'on a desk in the dark',
  },
  { paths: ['about'], viewport: desk, media: { media: 'print' }, name: 'in print' },
  { paths: ['about'], viewport: phone, media: { forcedColors: 'active' }, name: 'in forced colors' },
] as const) {
  test(`the styles in a prerendered page make it look as the whole style sheets do, ${name}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    await page.route('**/assets/*.js', (route) => route.abort());
    for (const path of paths) {
      await page.goto(`${server.url}/${path}`);
      await page.locator('main input:visible').first().focus();
      const { seen, changed } = await changesOf(page);
      expect(seen).toBeGreaterThan(40);
      expect(changed).toEqual([]);
    }
  });
}
