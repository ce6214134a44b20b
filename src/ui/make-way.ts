import { footBar, uncoverFocus } from './over-foot.ts';

/** The gap between the lifted element and the bar below it. */
const GAP_PX = 16;

/**
 * Near the end of the page, the bar of buttons leaves the foot of the window and scrolls up with the page. This lifts
 * `cover` above the bar, and lowers it once the bar has passed. Call `keepClear()` first: it sets the place.
 *
 * @returns a function that stops this
 */
export function makeWay(cover: HTMLElement): () => void {
  let frame = 0;
  let lift = 0;
  const place = () => {
    frame = 0;
    const next = liftOver(cover.getBoundingClientRect(), lift);
    if (next === lift) return;
    lift = next;
    cover.style.translate = `0 ${-lift}px`;
  };
  const soon = () => {
    frame ||= requestAnimationFrame(place);
  };
  const observer = new ResizeObserver(() => {
    place();
    uncoverFocus(cover);
    // The page may still move in this frame, so look again in the next one.
    soon();
  });
  observer.observe(cover);
  observer.observe(document.body);
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    removeEventListener('scroll', soon);
    removeEventListener('resize', soon);
  };
}

/** How far to lift the element, in px; 0 if it is clear of the bar or there is no room above. */
function liftOver(seen: DOMRect, lift: number): number {
  const bar = footBar()?.getBoundingClientRect();
  if (bar === undefined || bar.right <= seen.left || seen.right <= bar.left) return 0;
  const [top, bottom] = [seen.top + lift, seen.bottom + lift];
  const above = Math.round(bottom + GAP_PX - bar.top);
  return above > 0 && bar.bottom > top && top > above ? above : 0;
}
