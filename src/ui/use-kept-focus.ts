import { type FocusEvent, useEffect, useRef } from 'react';

/** Longer than the two frames within which a dialog that has closed gives the focus back. */
const AFTER_DIALOG_MS = 100;

/**
 * Keeps the place of who is within an element whose controls come and go with its status: where the one in focus has
 * gone, the focus goes to `target`. To be spread on the element.
 *
 * @param target the id of what then has the focus
 */
export function useKeptFocus(status: string, target: string) {
  const isWithin = useRef(false);

  useEffect(() => {
    let timer = setTimeout(look, AFTER_DIALOG_MS);
    function look() {
      const { activeElement, body } = document;
      if (!isWithin.current) return;
      if (activeElement === body) document.getElementById(target)?.focus();
      else if (isInDialog(activeElement)) timer = setTimeout(look, AFTER_DIALOG_MS);
    }
    return () => clearTimeout(timer);
  }, [status, target]);

  return {
    onFocus: () => {
      isWithin.current = true;
    },
    // Not heard of a control that is removed. Who is in a dialog comes back from it.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      isWithin.current = isInDialog(relatedTarget);
    },
  };
}

function isInDialog(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest('[role=dialog]') !== null;
}
