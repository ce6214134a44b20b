/** The root's custom properties for the heights, in px, of the elements at or over the foot of the page. */
type FootHeight = '--foot-bar-height' | '--offer-height' | '--toasts-height';

const covers = new Set<ResizeObserver>();
let bar: HTMLElement | undefined;

/**
 * Registers the bar that is always at the foot of the page. Its height only matters to elements that appear over it,
 * so it is measured only while there are any: a custom property set on the root restyles the whole page.
 *
 * @returns a function that unregisters the bar
 */
export function standAtFoot(element: HTMLDivElement): () => void {
  bar = element;
  for (const cover of covers) cover.observe(element);
  return () => {
    bar = undefined;
    for (const cover of covers) cover.unobserve(element);
    tell('--foot-bar-height', undefined);
  };
}

/** The bar at the foot of the page, if there is one. */
export function footBar(): Element | undefined {
  return bar;
}

/**
 * Keeps room at the end of the page for `cover`, which is shown over its foot, and keeps the focus clear of it.
 *
 * @returns a function that gives the room back
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

/**
 * Sets an attribute: with `:has()` on the root, a browser searches the whole page whenever an element is added or
 * removed.
 */
function tellOfCovers(): void {
  document.documentElement.toggleAttribute('data-over-foot', covers.size > 0);
}

function tell(property: FootHeight, element: HTMLElement | undefined): void {
  const { style } = document.documentElement;
  const height = element === undefined ? '' : `${element.offsetHeight}px`;
  if (style.getPropertyValue(property) !== height) style.setProperty(property, height);
}

/** Scrolls the focused element out from under `cover`. */
export function uncoverFocus(cover: Element): void {
  const focused = document.activeElement;
  if (focused === null || cover.contains(focused)) return;
  const [top, bottom] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isCovered =
    top.left < bottom.right && bottom.left < top.right && top.top < bottom.bottom && bottom.top < top.bottom;
  if (isCovered && focused !== document.body) focused.scrollIntoView({ block: 'nearest' });
}
