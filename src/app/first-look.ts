declare global {
  interface Window {
    /** The button that was pressed last before the script was there; `scripts/early-script.ts` notes it. */
    earlyPress?: HTMLButtonElement;
    isTakenOver?: boolean;
  }
}

/** From here on buttons hear their presses themselves. */
export function takeOverPresses(): void {
  window.isTakenOver = true;
}

/** Does what somebody asked for before the script was there. */
export function pressAgain(): void {
  const button = window.earlyPress;
  delete window.earlyPress;
  if (button?.isConnected === true && !button.disabled) button.click();
}
