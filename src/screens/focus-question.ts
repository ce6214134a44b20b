/** Scrolls to a question and puts the focus into its first input. */
export function focusQuestion(key: string): void {
  const element = document.getElementById(key);
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  const input = element.matches(FOCUSABLE) ? element : element.querySelector(FOCUSABLE);
  if (input instanceof HTMLElement) input.focus({ preventScroll: true });
}

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button';
