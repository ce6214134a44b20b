/** Scrolls to what has the focus where something that has just come up over the foot of the page covers it. */
export function uncoverFocus(cover: Element): void {
  const focused = document.activeElement;
  if (focused === null || cover.contains(focused)) return;
  const [top, bottom] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isCovered =
    top.left < bottom.right && bottom.left < top.right && top.top < bottom.bottom && bottom.top < top.bottom;
  if (isCovered && focused !== document.body) focused.scrollIntoView({ block: 'nearest' });
}
