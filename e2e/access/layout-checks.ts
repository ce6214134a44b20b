import type { Page } from 'playwright/test';

/** Targets that must be easy to hit with a thumb. Axe checks that the others have 24 px. */
const MAIN_TARGETS = [
  '.ui-button:not(.ui-button-small)',
  '.ui-input',
  '.ui-choice',
  '.ui-tab',
  '.navigation a',
  '.form-sections a',
].join(',');

/** The main targets with a height of less than 44 px. */
export function lowTargets(page: Page): Promise<readonly string[]> {
  return page.locator(MAIN_TARGETS).evaluateAll((targets) =>
    targets.flatMap((target) => {
      // A link may be as large as the tab around it.
      const reach = getComputedStyle(target, '::after').position === 'absolute' && target.closest('li');
      const { height } = (reach || target).getBoundingClientRect();
      const isShown = target.checkVisibility({ opacityProperty: true }) && height > 1;
      return isShown && height < 43.5 ? [`${Math.round(height)} px: ${target.outerHTML.slice(0, 90)}`] : [];
    }),
  );
}

/** Spaces text as readers may set it (WCAG 1.4.12). Returns a function that undoes it. */
export async function spaceText(page: Page): Promise<() => Promise<void>> {
  const set = (rules: string) =>
    page.evaluate((text) => {
      // The content security policy would stop a style element. It does not restrict a reader's own settings.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, rules);
  await set(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }
  `);
  return () => set('');
}

/** The elements that cut off some of their text. */
export function clipped(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(element);
      const isHiddenOnPurpose =
        ['absolute', 'fixed'].includes(position) && (clipPath !== 'none' || element.clientWidth <= 1);
      if (isHiddenOnPurpose || element.matches('input, textarea, select') || !element.checkVisibility())
        continue;
      const isCutX = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isCutY =
        ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1;
      if ((isCutX || isCutY) && element.innerText.trim() !== '') found.push(element.outerHTML.slice(0, 120));
    }
    return found;
  });
}

/** The fields whose focus ring an element around them cuts off, to the left or to the right. */
export function cutRings(page: Page): Promise<readonly string[]> {
  return page.locator('.form-section :is(.ui-input, .ui-choice, button)').evaluateAll((fields) => {
    const RING_PX = 5;
    const cuts = (element: Element) => {
      const { contentVisibility, overflowX } = getComputedStyle(element);
      return contentVisibility === 'auto' || overflowX !== 'visible';
    };
    return fields.flatMap((field) => {
      // Fields behind a line open before they can have a ring.
      if (!field.checkVisibility() || field.closest('.ui-hidden') !== null) return [];
      const { left, right } = field.getBoundingClientRect();
      for (let around = field.parentElement; around !== null; around = around.parentElement) {
        if (!cuts(around)) continue;
        const edges = around.getBoundingClientRect();
        if (left - edges.left < RING_PX || edges.right - right < RING_PX)
          return [`${field.id || field.textContent} in ${around.className}`];
      }
      return [];
    });
  });
}

const MOST_STOPS = 150;
/** Frames in which something that the last step closed may fade out, and a toast may move. */
const MOST_LOOKS = 20;

/**
 * Goes through the page by keyboard. Returns the focused elements that are hidden, or look the same without the focus.
 */
export async function unseenFocus(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<readonly string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    let look = await page.evaluate(lookAtFocus);
    for (let looks = 1; looks < MOST_LOOKS && look.complaint !== ''; looks += 1)
      look = await page.evaluate(lookAtFocus);
    const { path, complaint } = look;
    if (path === '' || seen.has(path)) return found;
    seen.add(path);
    if (complaint !== '') found.push(`${complaint}: ${path}`);
  }
  return found;
}

/** Runs in the page. An empty path means that the focus has left the page. */
async function lookAtFocus(): Promise<{ readonly path: string; readonly complaint: string }> {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { path: '', complaint: '' };
  const twins = [...document.querySelectorAll(focused.tagName)];
  const path = `${focused.tagName.toLowerCase()} ${twins.indexOf(focused)} ${focused.id || (focused.getAttribute('aria-label') ?? focused.innerText).slice(0, 40)}`;

  // A hidden input is represented by its label.
  const shown = focused.closest<HTMLElement>('label') ?? focused;
  const box = shown.getBoundingClientRect();
  const isIn = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (!isIn) return { path, complaint: 'out of sight' };
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [x, y] as const));
  const isHit = points.some(([x, y]) => {
    const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  });
  if (!isHit) {
    await nextFrame();
    return { path, complaint: 'covered' };
  }

  const stylesOf = (elements: readonly (Element | null)[]) =>
    elements
      .filter((element) => element !== null)
      .map((element) => {
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(element);
        return [outline, boxShadow, borderColor, backgroundColor].join(' ');
      })
      .join('|');
  const isSameAs = 'looks the same with the focus as without';
  // A list takes the focus back at once, so compare the option with another one.
  if (focused.role === 'option') {
    const other = focused.nextElementSibling ?? focused.previousElementSibling;
    return { path, complaint: stylesOf([focused]) === stylesOf([other]) ? isSameAs : '' };
  }
  const around = [focused, focused.nextElementSibling, focused.parentElement, shown];
  const withFocus = stylesOf(around);
  focused.blur();
  if (stylesOf(around) === withFocus) await nextFrame();
  const without = stylesOf(around);
  focused.focus();
  return { path, complaint: withFocus === without ? isSameAs : '' };
}
