import { tabMemory } from '#device/tab-memory.ts';

const NAME = 'place';

/** The page that a visit begins with: whoever comes from another page begins at the top of this one. */
let isFirstPage = true;

/**
 * Keeps where on a page of the form somebody is while the page is away, and finds the place when it is loaded again. A
 * browser does so itself where all of the page comes at once and in the same process; of one that is drawn once the
 * answers are there it knows the top alone, and a phone that was short of memory loads it again unasked.
 *
 * @returns what ends it
 */
export function keepPlace(page: HTMLElement): () => void {
  const kept = tabMemory.take(NAME);
  if (isFirstPage) findPlace(kept);
  isFirstPage = false;
  const keepOrForget = () => {
    if (document.visibilityState === 'hidden') tabMemory.keep(NAME, placeOn(page));
    else tabMemory.take(NAME);
  };
  document.addEventListener('visibilitychange', keepOrForget);
  return () => document.removeEventListener('visibilitychange', keepOrForget);
}

/** What stands at the top of the screen, and how many px below it: not a height, since that hangs on what comes above. */
function placeOn(page: HTMLElement): string {
  const isSeen = (part: Element) => part.getBoundingClientRect().bottom > 0;
  const section = [...page.querySelectorAll('.form-section')].find(isSeen);
  if (scrollY === 0 || section === undefined) return '';
  const part = [...section.querySelectorAll('.ui-field[id]')].find(isSeen) ?? section;
  return [location.pathname, section.id, part.id, part.getBoundingClientRect().top].join(' ');
}

function findPlace(place: string): void {
  const [path, section = '', id = '', top] = place.split(' ');
  // The browser may have found it, an address may name another, and somebody may be at work already.
  const isUntouched = scrollY === 0 && location.hash === '' && document.activeElement === document.body;
  if (path !== location.pathname || !isUntouched) return;
  const part = document.getElementById(id) ?? document.getElementById(section);
  if (part !== null) scrollBy(0, part.getBoundingClientRect().top - Number(top));
}
