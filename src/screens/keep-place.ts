import { tabMemory } from '#device/tab-memory.ts';

const NAME = 'place';

/**
 * Keeps where on a page of the form somebody is while the page is away, and finds the place when it is loaded again. A
 * browser does so itself where all of the page comes at once and in the same process; of one that is drawn once the
 * answers are there it knows the top alone, and a phone that was short of memory loads it again unasked.
 *
 * @returns what ends it
 */
export function keepPlace(page: HTMLElement): () => void {
  findPlace(tabMemory.take(NAME));
  // Forgotten when the page is seen again: whoever comes from another page begins at the top.
  const keepOrForget = () => {
    if (document.visibilityState === 'hidden') tabMemory.keep(NAME, placeOn(page));
    else tabMemory.take(NAME);
  };
  document.addEventListener('visibilitychange', keepOrForget);
  return () => document.removeEventListener('visibilitychange', keepOrForget);
}

/** Which field stands at the top of the screen, and how many px below it: not a height, since that hangs on what is above. */
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
  // The browser may have found it, an address may name another, and somebody may be at work already.
  const isUntouched = scrollY === 0 && location.hash === '' && document.activeElement === document.body;
  const field = document.getElementById(id);
  if (path === location.pathname && isUntouched && field !== null) {
    scrollBy(0, field.getBoundingClientRect().top - Number(top));
  }
}
