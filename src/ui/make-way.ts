import { footBar, uncoverFocus } from './over-foot.ts';

/** Between what has come up and what stands below it. */
const GAP_PX = 16;

/**
 * Near the end of the page its bar leaves the foot of the window and comes up with the page: what stands over the foot
 * goes up before it, and back once it has passed. `keepClear()`, called before, says where its place is. Returns the end.
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
    // The page may yet move in this frame.
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

/** How far up from its place it has to stand, in px; 0 where it is clear of the bar, or there is no room above. */
function liftOver(seen: DOMRect, lift: number): number {
  const bar = footBar()?.getBoundingClientRect();
  if (bar === undefined || bar.right <= seen.left || seen.right <= bar.left) return 0;
  const [top, bottom] = [seen.top + lift, seen.bottom + lift];
  const above = Math.round(bottom + GAP_PX - bar.top);
  return above > 0 && bar.bottom > top && top > above ? above : 0;
}
