import { tabMemory } from '#device/plain-memory.ts';

const NAME = 'place';

/**
 * Stores the scroll position while the page is hidden, and restores it after a reload. A browser restores it only if
 * the whole page arrives at once and in the same process. Our page may render only after the answers are loaded; then
 * the browser would begin at the top. A phone that is short of memory reloads a page unasked.
 *
 * @returns a function that ends it
 */
export function keepPlace(page: HTMLElement): () => void {
  findPlace(tabMemory.read(NAME));
  tabMemory.forget(NAME);
  // Forget it when the page is visible again: an applicant who comes from another page begins at the top.
  const keepOrForget = () => {
    if (document.visibilityState === 'hidden') tabMemory.keep(NAME, placeOn(page));
    else tabMemory.forget(NAME);
  };
  document.addEventListener('visibilitychange', keepOrForget);
  return () => document.removeEventListener('visibilitychange', keepOrForget);
}

/** The field at the top of the screen, and its offset in px. A scroll height would depend on what is above. */
function placeOn(page: HTMLElement): string {
  if (scrollY === 0) return '';
  for (const field of page.querySelectorAll('.ui-field[id]')) {
    const { top, bottom } = field.getBoundingClientRect();
    if (bottom > 0) return `${location.pathname} ${field.id} ${top}`;
  }
  return '';
}

function findPlace(place: string): void {
  const [path, id = '', top] = place.split(' ');
  // Skip this if the browser has restored the position, the address names a question, or the page is in use already.
  const isUntouched = scrollY === 0 && location.hash === '' && document.activeElement === document.body;
  const field = document.getElementById(id);
  if (path === location.pathname && isUntouched && field !== null) {
    scrollBy(0, field.getBoundingClientRect().top - Number(top));
  }
}
