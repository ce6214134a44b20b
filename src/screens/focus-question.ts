/** What is nearly as high as the screen would lose its beginning in the middle of it. */
const FITS = 0.75;

/** Scrolls to a question, a section or the summary of errors, and puts the focus there: into a question's first input. */
export function focusQuestion(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  const isSection = element.tagName === 'SECTION';
  // The browser, too, goes to what a link names, and takes the focus from all else where that cannot have it.
  if (isSection) element.tabIndex = -1;
  const isLow = !isSection && element.offsetHeight < innerHeight * FITS;
  element.scrollIntoView({ block: isLow ? 'center' : 'start' });
  const input = element.matches('[tabindex]') ? element : element.querySelector(INPUT);
  if (input instanceof HTMLElement) input.focus({ preventScroll: true });
}

/** What a person can get to: a date has one more input, for the browser's autofill alone. */
const INPUT = ':is(input:not([type="hidden"]), select, textarea, button):not([tabindex="-1"])';
