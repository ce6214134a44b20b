import { atRest } from '#ui/at-rest.ts';

const PARTS = '.form-section, .ui-card';
/** One screen height above and below the visible part. */
const NEAR = '100% 0%';
const COLORS = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/**
 * Lays out the whole page once it is at rest, so that the browser knows the height of each section. From then on, the
 * browser lays out and paints only sections near the screen (`form-page.css`). Otherwise a message that appears or
 * disappears would have everything below it laid out again.
 *
 * The whole page is laid out again at another width, because the heights change. It is also laid out again for other
 * color settings, because a browser may report the old colors of a section that it does not paint.
 *
 * @returns a function that ends it
 */
export function letFarSectionsRest(page: HTMLElement): () => void {
  let width = innerWidth;
  const colors = COLORS.map((query) => matchMedia(query));
  // Observes after a frame that has laid out everything. A visible section is never marked: it would count as
  // newly shown.
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
    // One whole frame for the sections that are laid out anew.
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
  for (const query of colors) query.addEventListener('change', layOutOnce);
  return () => {
    cancelAnimationFrame(frame);
    farParts.disconnect();
    removeEventListener('resize', measureAgain);
    for (const query of colors) query.removeEventListener('change', layOutOnce);
  };
}
