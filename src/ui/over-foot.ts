/** Heights in px of what stands over the foot of the page, by the custom property that tells the style sheet. */
type FootHeight = '--foot-bar-height' | '--offer-height' | '--toasts-height';

const covers = new Set<ResizeObserver>();
let bar: HTMLElement | undefined;

/**
 * Something stands at the foot of the page always. How high it is only matters to what comes up over it, and is
 * measured only then: what the root tells anew has the whole page styled anew. Returns the end.
 */
export function standAtFoot(element: HTMLElement): () => void {
  bar = element;
  for (const cover of covers) cover.observe(element);
  return () => {
    bar = undefined;
    for (const cover of covers) cover.unobserve(element);
    tell('--foot-bar-height', undefined);
  };
}

/** What stands at the foot of the page, where anything does. */
export function footBar(): Element | undefined {
  return bar;
}

/**
 * Keeps room at the end of the page for what has come up over its foot, and what has the focus clear of it, for as
 * long as it is there. Returns the end.
 */
export function keepClear(cover: HTMLElement, property: FootHeight): () => void {
  const observer = new ResizeObserver(() => {
    tell('--foot-bar-height', bar);
    tell(property, cover);
    uncoverFocus(cover);
  });
  covers.add(observer);
  tellOfCovers();
  observer.observe(cover);
  if (bar) observer.observe(bar);
  return () => {
    covers.delete(observer);
    observer.disconnect();
    tell(property, undefined);
    tellOfCovers();
  };
}

/** By an attribute: for a `:has()` on the root, a browser goes through the page each time that anything comes or goes in it. */
function tellOfCovers(): void {
  document.documentElement.toggleAttribute('data-over-foot', covers.size > 0);
}

function tell(property: FootHeight, element: HTMLElement | undefined): void {
  const { style } = document.documentElement;
  const height = element === undefined ? '' : `${element.offsetHeight}px`;
  if (style.getPropertyValue(property) !== height) style.setProperty(property, height);
}

/** Scrolls what has the focus out from under `cover`. */
export function uncoverFocus(cover: Element): void {
  const focused = document.activeElement;
  if (focused === null || cover.contains(focused)) return;
  const [top, bottom] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isCovered =
    top.left < bottom.right && bottom.left < top.right && top.top < bottom.bottom && bottom.top < top.bottom;
  if (isCovered && focused !== document.body) focused.scrollIntoView({ block: 'nearest' });
}
