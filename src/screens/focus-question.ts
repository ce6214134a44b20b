/** Elements up to this part of the screen height are centered. The beginning of a taller one would be cut off. */
const FITS = 0.75;

/** Scrolls to a question, a section's heading or the error summary, and focuses it, or the first input of a question. */
export function focusQuestion(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  const isLow = element.tagName !== 'H2' && element.offsetHeight < innerHeight * FITS;
  element.scrollIntoView({ block: isLow ? 'center' : 'start' });
  const input = element.matches('[tabindex]') ? element : element.querySelector(INPUT);
  if (input instanceof HTMLElement) input.focus({ preventScroll: true });
}

/** An input that a person can reach. A date has one more, for the browser's autofill only. */
const INPUT = ':is(input:not([type="hidden"]), select, textarea, button):not([tabindex="-1"])';
