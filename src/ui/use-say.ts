import { useEffect, useState } from 'react';

/** A text that changes sooner than this is not announced. */
const SETTLED_AFTER_MS = 1000;

let region: HTMLElement | undefined;

/** The page's one live region. It is made with the first field, because what a new region holds is not announced. */
function liveRegion(): HTMLElement {
  if (region !== undefined) return region;
  region = document.createElement('div');
  region.className = 'ui-hidden';
  region.setAttribute('role', 'status');
  // Each text by itself: without this, all that stands in a status is read again.
  region.setAttribute('aria-atomic', 'false');
  // The library leaves it to screen readers while a dialog is open.
  region.dataset['liveAnnouncer'] = 'true';
  document.body.append(region);
  return region;
}

/**
 * Has screen readers announce a text politely, each time that it changes. They find no empty region beside each field,
 * and no button or line needs one of its own.
 *
 * @param nth changes if the same text is to be announced again
 */
export function useSay(text: string, nth = 0): void {
  useEffect(() => {
    const place = liveRegion();
    if (text === '') return undefined;
    const said = document.createElement('p');
    said.textContent = text;
    place.append(said);
    return () => said.remove();
  }, [text, nth]);
}

/** Announces a text once it stops changing. */
export function useSayLater(text: string, nth = 0): void {
  const [settled, setSettled] = useState({ text: '', nth });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, nth }), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, nth]);
  useSay(settled.text, settled.nth);
}
