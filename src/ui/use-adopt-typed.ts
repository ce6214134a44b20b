import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Takes over what was typed, chosen or autofilled into the prerendered page before the script was there. */
export function useAdoptTyped(
  ref: RefObject<TextElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const adopt = useEffectEvent(() => {
    const typed = ref.current?.value ?? '';
    // An empty element says nothing: the draft kept on the device may have arrived first.
    if (typed !== '' && typed !== value) onChange(typed);
  });
  useLayoutEffect(() => adopt(), []);
}

/** The same for checkboxes and radios: `read` gives what the page shows as ticked, '' for nothing. */
export function useAdoptChecked(read: () => string, value: string, onChange: (value: string) => void): void {
  const adopt = useEffectEvent(() => {
    const ticked = read();
    if (ticked !== '' && ticked !== value) onChange(ticked);
  });
  useLayoutEffect(() => adopt(), []);
}
