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
      if (!(event instanceof InputEvent)) return;
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const inserted = text.replaceAll('\r\n', '\n').length;
      if (event.isComposing) {
        // An input method sends the whole composed text each time. Only its new letters are typed now.
        const cut = Math.min(Math.max(1, inserted - composed), Math.max(0, around + inserted - maxLength));
        setNotice(cutNotice(cut, Math.max(1, inserted - composed), maxLength));
        composed = inserted;
        return;
      }
      // Most letters fit. Read the selection only for others, because a browser may have to lay out the page for it.
      if (element.value.length + inserted <= maxLength) {
        setNotice('');
        return;
      }
      const cut = charsCut({
        length: element.value.length,
        replaced: selected(element),
        inserted,
        maxLength,
      });
      setNotice(cutNotice(cut, inserted, maxLength));
    };
    let composed = 0;
    let around = 0;
    const begin = () => {
      composed = 0;
      around = element.value.length - selected(element);
    };
    element.addEventListener('compositionstart', begin);
    element.addEventListener('beforeinput', listen);
    return () => {
      element.removeEventListener('compositionstart', begin);
      element.removeEventListener('beforeinput', listen);
    };
  }, [ref, maxLength]);

  return notice;
}

function selected(element: HTMLInputElement | HTMLTextAreaElement): number {
  return (element.selectionEnd ?? 0) - (element.selectionStart ?? 0);
}
