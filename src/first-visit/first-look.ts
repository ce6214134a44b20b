import { useLayoutEffect } from 'react';
import { keyIn, leftBehind } from './left-behind.ts';

declare global {
  interface Window {
    /** The element that was pressed last before the script ran; `early.ts` notes it. */
    earlyPress?: HTMLElement;
    /** Loads a prerendered page again of which a script failed to load; see `early.ts`. */
    loadAgain?: () => void;
    isTakenOver?: boolean;
    /** This browser is older than all that are supported; `too-old.js` says so to the visitor. */
    isTooOld?: boolean;
    /** Until this is called, `early.ts` saves what was entered whenever the page may end. Returns the entry's name. */
    stopSavingEarly?: () => string;
    /** The fields that the applicant has changed, by name. Set on a page that the browser may have restored. */
    entered?: ReadonlyMap<string, Element>;
  }
}

/** The fields of the page that React is taking over, until its own fields have their values. */
let made: readonly HTMLInputElement[] = [];
let focused: Element | null;

/** Call before React hydrates a page, or renders it anew. From here on buttons and links handle their own presses. */
export function takeOver(place: HTMLElement): void {
  made = [...place.querySelectorAll<HTMLInputElement>('input:not([type=file]), select, textarea')];
  focused = document.activeElement;
  window.isTakenOver = true;
}

/** Whether something had been entered into the page when `takeOver` was called. */
export function hasEntered(): boolean {
  return made.some(isFilled);
}

function isFilled({ type, value, checked }: HTMLInputElement): boolean {
  return /radio|box/.test(type) ? checked : value !== '';
}

/**
 * The first child of the hydrated part, so that its effect runs before those of the fields. React renders this part
 * anew if an extension or a translator has changed it, and the whole page if the visitor has logged in since. What was
 * entered goes into the new fields that are blank, which adopt it.
 */
export function EnteredBefore(): null {
  useLayoutEffect(() => {
    for (const old of made.filter(({ isConnected }) => !isConnected)) {
      const { id, name, value, checked } = old;
      const field = document.getElementById(id) ?? document.getElementsByName(name)[0];
      if (field === undefined) continue;
      made = made.filter((other) => other !== old);
      const group = document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`);
      if (isFilled(old) && ![...group].some(isFilled)) Object.assign(field, { value, checked });
      if (old === focused && document.activeElement === document.body) field.focus();
    }
  }, []);
  return null;
}

/** Whether the browser restored the value of an early field: nobody entered it in this page. */
export function isPutBack(key: string): boolean {
  const { entered } = window;
  if (entered === undefined) return false;
  return ![...entered.keys(), ...leftBehind().keys()].some((name) => keyIn(name) === key);
}

/** The key of the field to which a reload has returned the focus; see `reloadInPlace` in `app/page-again.ts`. */
export function refocusedKey(): string | undefined {
  return window.entered && location.hash.slice(1);
}

/** Call when the page is complete. Repeats the last press from before the script ran. */
export function pressAgain(): void {
  made = [];
  const pressed = window.earlyPress;
  delete window.earlyPress;
  if (pressed?.isConnected === true) pressed.click();
}
