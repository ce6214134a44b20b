import { type RefObject, useEffect, useState } from 'react';
import { charsCut, cutNotice } from './cut.ts';

/** The notice for an insertion that `maxlength` cuts, until the next one that fits; '' if there is none. */
export function useCutNotice(
  ref: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  maxLength: number | undefined,
): string {
  const [notice, setNotice] = useState('');

  useEffect(() => {
    const element = ref.current;
    if (element === null || maxLength === undefined) return;
    // A native listener: React's onBeforeInput reports neither pastes nor drops.
    const listen = (event: Event) => {
      if (!(event instanceof InputEvent) || event.isComposing) return;
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const inserted = text.replaceAll('\r\n', '\n').length;
      // Most letters fit. Read the selection only for others: a browser may have to lay out the page for it.
      if (element.value.length + inserted <= maxLength) {
        setNotice('');
        return;
      }
      const replaced = (element.selectionEnd ?? 0) - (element.selectionStart ?? 0);
      const cut = charsCut({ length: element.value.length, replaced, inserted, maxLength });
      setNotice(cutNotice(cut, inserted, maxLength));
    };
    element.addEventListener('beforeinput', listen);
    return () => element.removeEventListener('beforeinput', listen);
  }, [ref, maxLength]);

  return notice;
}
