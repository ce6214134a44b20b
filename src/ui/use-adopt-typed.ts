import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ChoiceOption } from './field-props.ts';

let isTakingOver = false;

/** Whether what changes right now was in the page before the script, and is only now taken over. */
export function isAdopting(): boolean {
  return isTakingOver;
}

function takeOver(found: string, value: string, onChange: (value: string) => void): void {
  // An empty element says nothing: the draft kept on the device may have arrived first.
  if (found === '' || found === value) return;
  isTakingOver = true;
  onChange(found);
  isTakingOver = false;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Takes over what was typed, chosen or autofilled into the prerendered page before the script was there. */
export function useAdoptTyped(
  ref: RefObject<TextElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const adopt = useEffectEvent(() => takeOver(ref.current?.value ?? '', value, onChange));
  useLayoutEffect(() => adopt(), []);
}

/**
 * For an element that shows what is typed or chosen by itself, without a render: takes over what was typed before the
 * script was there, and shows an answer that comes from elsewhere.
 *
 * @param options what there is to choose from; another list may show the answer that the one before did not have
 * @returns what the element begins with
 */
export function useOwnValue(
  ref: RefObject<TextElement | null>,
  value: string,
  onChange: (value: string) => void,
  options?: readonly ChoiceOption[],
): string {
  const [first] = useState(value);
  const shown = useRef({ value, options });
  useAdoptTyped(ref, value, onChange);
  useLayoutEffect(() => {
    const element = ref.current;
    const isNews = value !== shown.current.value || options !== shown.current.options;
    if (element !== null && isNews && element.value !== value) element.value = value;
    shown.current = { value, options };
  }, [ref, value, options]);
  return first;
}

/** As `useAdoptTyped`, for checkboxes and radios: `read` gives what the page shows as ticked, '' for nothing. */
export function useAdoptChecked(read: () => string, value: string, onChange: (value: string) => void): void {
  const adopt = useEffectEvent(() => takeOver(read(), value, onChange));
  useLayoutEffect(() => adopt(), []);
}
