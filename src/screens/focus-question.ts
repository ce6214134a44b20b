/** Scrolls to a question, or to the summary of errors, and puts the focus into it. */
export function focusQuestion(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  const input = element.matches('[tabindex]') ? element : element.querySelector(INPUT);
  if (input instanceof HTMLElement) input.focus({ preventScroll: true });
}

/** What a person can get to: a date has one more input, for the browser's autofill alone. */
const INPUT = ':is(input:not([type="hidden"]), select, textarea, button):not([tabindex="-1"])';
