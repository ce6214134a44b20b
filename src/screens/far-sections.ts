import { onceSettled } from '#ui/at-rest.ts';

/**
 * Once a page has settled, and the browser has laid out all of it and knows how high each section is, it lays out and paints
 * what is near the screen alone (`form-page.css`): a message that comes or goes moves all that stands below it. At another
 * width, heights are other ones.
 *
 * @returns what takes it back
 */
export function letFarSectionsRest(page: HTMLElement): () => void {
  let width = innerWidth;
  const settle = () =>
    onceSettled(() => {
      // Heights are noted with the frame that shows them.
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          page.dataset['laidOut'] = '';
        });
      });
    });
  let cancel = settle();
  const measureAgain = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    delete page.dataset['laidOut'];
    cancel();
    cancel = settle();
  };
  addEventListener('resize', measureAgain);
  return () => {
    removeEventListener('resize', measureAgain);
    cancel();
  };
}
