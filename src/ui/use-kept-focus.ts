import { type FocusEvent, useEffect, useRef } from 'react';

/** Longer than the two frames within which a closed dialog returns the focus. */
const AFTER_DIALOG_MS = 100;

/**
 * Keeps the focus in an element whose controls change with its status: if the focused control is removed, `target`
 * gets the focus. Spread the returned handlers on the element.
 *
 * @param target the id of the element that gets the focus
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
    // A removed control fires no blur event. A dialog returns the focus when it closes.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      isWithin.current = isInDialog(relatedTarget);
    },
  };
}

function isInDialog(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest('[role=dialog]') !== null;
}
