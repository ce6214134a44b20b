/** What stands at the top of the screen, and how many px below it: not a height, since that hangs on what comes above. */
interface Place {
  readonly id: string;
  readonly top: number;
}

/** The page that a visit begins with: whoever comes from another page begins at the top of this one. */
let isFirstPage = true;

/**
 * Keeps in the history of this tab where on a page of the form somebody is, and finds the place when the page is loaded
 * again. A browser does so itself where all of the page comes at once; of one that is drawn once the answers are there it
 * knows the top alone, and a phone that was short of memory loads it again unasked.
 *
 * @returns what ends it
 */
export function keepPlace(page: HTMLElement): () => void {
  if (isFirstPage) findPlace();
  isFirstPage = false;
  // Not when the page goes: then a browser keeps no more of it.
  const keep = () => history.replaceState({ ...history.state, place: placeOn(page) }, '');
  document.addEventListener('scrollend', keep);
  return () => document.removeEventListener('scrollend', keep);
}

function placeOn(page: HTMLElement): Place | undefined {
  const isSeen = (part: Element) => part.getBoundingClientRect().bottom > 0;
  const section = [...page.querySelectorAll('.form-section')].find(isSeen);
  if (scrollY === 0 || section === undefined) return undefined;
  const part = [...section.querySelectorAll('.ui-field[id]')].find(isSeen) ?? section;
  return { id: part.id, top: part.getBoundingClientRect().top };
}

function findPlace(): void {
  const place: Partial<Place> | undefined = history.state?.place;
  // The browser may have found it, and an address may name another.
  if (place?.id === undefined || place.top === undefined || scrollY !== 0 || location.hash !== '') return;
  const part = document.getElementById(place.id);
  if (part !== null) scrollBy(0, part.getBoundingClientRect().top - place.top);
}
