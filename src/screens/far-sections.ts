import { atRest } from '#ui/at-rest.ts';

/**
 * Has a page laid out whole once it is at rest, so that the browser knows how high each section is. From then on it lays out and
 * paints what is near the screen alone (`form-page.css`): a message that comes or goes moves all that stands below it. At
 * another width, heights are other ones; in other colours, a browser may tell those who ask for the old ones of what rests.
 *
 * @returns what ends it
 */
export function letFarSectionsRest(page: HTMLElement): () => void {
  let width = innerWidth;
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const layOutOnce = () => {
    delete document.documentElement.dataset['firstLook'];
    delete page.dataset['laidOut'];
    // Heights are noted with the frame that shows them.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        page.dataset['laidOut'] = '';
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
  isDark.addEventListener('change', layOutOnce);
  return () => {
    removeEventListener('resize', measureAgain);
    isDark.removeEventListener('change', layOutOnce);
  };
}
