import { atRest } from '#ui/at-rest.ts';

const PARTS = '.form-section, .ui-card';
/** A screen above and below the one that is seen. */
const NEAR = '100% 0%';
const COLOURS = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/**
 * Has a page laid out whole once it is at rest, so that the browser knows how high each section is. From then on it lays out and
 * paints what is near the screen alone (`form-page.css`): a message that comes or goes moves all that stands below it. At
 * another width, heights are other ones; in other colours, a browser may tell those who ask for the old ones of what rests.
 *
 * @returns what ends it
 */
export function letFarSectionsRest(page: HTMLElement): () => void {
  let width = innerWidth;
  const colours = COLOURS.map((query) => matchMedia(query));
  // Told after a frame that noted the heights. What is on the screen never rests: it would count as having come there.
  const farParts = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting || !(target instanceof HTMLElement)) continue;
        target.dataset['rests'] = '';
        farParts.unobserve(target);
      }
    },
    { rootMargin: NEAR },
  );
  let frame = 0;
  const layOutOnce = () => {
    delete document.documentElement.dataset['firstLook'];
    farParts.disconnect();
    const parts = page.querySelectorAll<HTMLElement>(PARTS);
    for (const part of parts) delete part.dataset['rests'];
    cancelAnimationFrame(frame);
    // One whole frame for what has just been let in.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        for (const part of parts) farParts.observe(part);
      });
    });
  };
  const measureAgain = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    layOutOnce();
  };
  atRest(layOutOnce);
  addEventListener('resize', measureAgain);
  for (const query of colours) query.addEventListener('change', layOutOnce);
  return () => {
    cancelAnimationFrame(frame);
    farParts.disconnect();
    removeEventListener('resize', measureAgain);
    for (const query of colours) query.removeEventListener('change', layOutOnce);
  };
}
