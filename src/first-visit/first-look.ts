import { useLayoutEffect } from 'react';
import { isAdopting } from '#ui/use-adopt-typed.ts';
import { keyIn, leftBehind } from './left-behind.ts';

declare global {
  interface Window {
    /** The element pressed last before the script ran; `early.ts` notes it. */
    earlyPress?: HTMLElement;
    /** Completes a prerendered page if a script failed to load; see `public/rescue.js`. */
    rescue?: () => void;
    isTakenOver?: boolean;
    /** The fields that the applicant has changed, by name. Set on a page that the browser may have restored. */
    entered?: ReadonlyMap<string, Element>;
  }
}

/** The fields of the page that is being hydrated. */
let made: readonly HTMLInputElement[] = [];
let focused: Element | null;

/** Call before hydration. From here on buttons handle their own presses. */
export function takeOver(place: HTMLElement): void {
  made = [...place.querySelectorAll<HTMLInputElement>('input:not([type=file]), select, textarea')];
  focused = document.activeElement;
  window.isTakenOver = true;
}

/**
 * The first child of what is hydrated, so that its effect comes before those of the fields. If an extension or a
 * translator has changed this part of the page, React makes it anew; what was entered goes into the new fields, which
 * adopt it.
 */
export function EnteredBefore(): null {
  useLayoutEffect(() => {
    const lost = made.filter((old) => !old.isConnected);
    made = made.filter((old) => old.isConnected);
    for (const old of lost) {
      const { id, name, value, checked } = old;
      const field = document.getElementById(id) ?? document.getElementsByName(name)[0];
      if (field === undefined) continue;
      Object.assign(field, { value, checked });
      if (old === focused && document.activeElement === document.body) field.focus();
    }
  }, []);
  return null;
}

/** True if the browser restored this value from an earlier visit: the page holds it, but nobody entered it there. */
export function isPutBack(key: string): boolean {
  const { entered } = window;
  if (!isAdopting() || entered === undefined) return false;
  return ![...entered.keys(), ...leftBehind().keys()].some((name) => keyIn(name) === key);
}

/** The key of the field in which a reload has put the focus back; see `reload-in-place.ts`. */
export function refocusedKey(): string | undefined {
  return window.entered && location.hash.slice(1);
}

/** Call when the page is complete. Repeats the press that came before the script ran. */
export function pressAgain(): void {
  made = [];
  const pressed = window.earlyPress;
  delete window.earlyPress;
  if (pressed?.isConnected === true) pressed.click();
}

/**
 * Takes what was typed into a prerendered page that is about to be rendered anew.
 *
 * @returns a function that types it into the blank fields of the new page
 */
export function takeTyped(place: HTMLElement, onTyped: () => void): () => void {
  const typed = new Map<string, string>();
  let last = '';
  const note = (field: EventTarget | null) => {
    if (!(field instanceof HTMLInputElement) || field.type === 'radio' || field.type === 'checkbox') return;
    typed.set(field.name, field.value);
    if (field.value !== '') onTyped();
  };
  // The old page is in place, and may be typed into, until the new one is drawn.
  const hear = ({ target }: Pick<Event, 'target'>) => {
    note(target);
    if (target instanceof HTMLInputElement) last = target.name;
  };
  for (const field of place.querySelectorAll('input')) note(field);
  hear({ target: document.activeElement });
  const events = ['input', 'focusin'] as const;
  for (const event of events) place.addEventListener(event, hear, true);
  return () => {
    for (const event of events) place.removeEventListener(event, hear, true);
    for (const [name, value] of typed) {
      const field = place.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (field?.value !== '' || value === '') continue;
      field.focus();
      // As the keyboard does it: React hears of it.
      document.execCommand('insertText', false, value);
    }
    if (last !== '') place.querySelector<HTMLElement>(`input[name="${last}"]`)?.focus();
  };
}
