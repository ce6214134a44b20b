import { isAdopting } from '#ui/use-adopt-typed.ts';

declare global {
  interface Window {
    /** What was pressed last before the script was there; `scripts/early-script.ts` notes it. */
    earlyPress?: HTMLElement;
    /** Completes a prerendered page of which a script has not come; see `public/rescue.js`. */
    rescue?: () => void;
    isTakenOver?: boolean;
    /** The names of what has been entered into a page that the browser may have filled from an earlier time. */
    entered?: Readonly<Record<string, true>>;
  }
}

/** From here on buttons hear their presses themselves. */
export function takeOverPresses(): void {
  window.isTakenOver = true;
}

/** Whether this answer was found in the page and nobody had entered it there: it may be of an earlier time. */
export function isPutBack(key: string): boolean {
  const { entered } = window;
  return isAdopting() && entered !== undefined && entered[key] === undefined;
}

/** Does what somebody asked for before the script was there. */
export function pressAgain(): void {
  const pressed = window.earlyPress;
  delete window.earlyPress;
  if (pressed?.isConnected === true) pressed.click();
}
