import { type RefObject, useEffect, useState } from 'react';
import { charsCut, cutNotice } from './cut.ts';

/** Words for an insertion that `maxlength` cuts, until the next one that fits; '' while there is nothing to say. */
export function useCutNotice(
  ref: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  maxLength: number | undefined,
): string {
  const [notice, setNotice] = useState('');

  useEffect(() => {
    const element = ref.current;
    if (element === null || maxLength === undefined) return;
    // Native: React's own onBeforeInput tells neither pastes nor drops.
    const listen = (event: Event) => {
      if (!(event instanceof InputEvent) || event.isComposing) return;
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const inserted = text.replaceAll('\r\n', '\n').length;
      // Most letters fit; where they go is only asked when not, since a browser may have to lay out the page to tell.
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
