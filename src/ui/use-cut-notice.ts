import { type RefObject, useEffect, useState } from 'react';
import { charsCut, composedCharsCut, cutNotice } from './cut.ts';

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
        composed = text;
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
    // An input method composes beyond the limit, also over a word of before, and browsers cut when it ends. Only what
    // stands in the field afterwards tells.
    let composed = '';
    const compare = (event: Event) => {
      if (event instanceof InputEvent && !event.isComposing) return;
      const cut = composedCharsCut({ text: composed, value: element.value, maxLength });
      setNotice(cutNotice(cut, cut, maxLength));
    };
    element.addEventListener('beforeinput', listen);
    element.addEventListener('input', compare);
    element.addEventListener('compositionend', compare);
    return () => {
      element.removeEventListener('beforeinput', listen);
      element.removeEventListener('input', compare);
      element.removeEventListener('compositionend', compare);
    };
  }, [ref, maxLength]);

  return notice;
}

function selected(element: HTMLInputElement | HTMLTextAreaElement): number {
  return (element.selectionEnd ?? 0) - (element.selectionStart ?? 0);
}
