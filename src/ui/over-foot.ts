/** Heights in px of what stands over the foot of the page, by the custom property that tells the style sheet. */
type FootHeight = '--foot-bar-height' | '--offer-height' | '--toasts-height';

/** Tells the style sheet how high something at the foot of the page is, for as long as it is there. Returns the end. */
export function tellHeight(element: HTMLElement, property: FootHeight, then?: () => void): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty(property, `${element.offsetHeight}px`);
    then?.();
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
}

/** Keeps room at the end of the page for what has come up over its foot, and what has the focus clear of it. */
export function keepClear(cover: HTMLElement, property: FootHeight): () => void {
  return tellHeight(cover, property, () => uncoverFocus(cover));
}

function uncoverFocus(cover: Element): void {
  const focused = document.activeElement;
  if (focused === null || cover.contains(focused)) return;
  const [top, bottom] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isCovered =
    top.left < bottom.right && bottom.left < top.right && top.top < bottom.bottom && bottom.top < top.bottom;
  if (isCovered && focused !== document.body) focused.scrollIntoView({ block: 'nearest' });
}
