import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ChoiceOption } from './field-props.ts';

let isTakingOver = false;

/** Whether the current change comes from the prerendered page: it was made before the script ran. */
export function isAdopting(): boolean {
  return isTakingOver;
}

function takeOver(found: string, value: string, onChange: (value: string) => void): void {
  // An empty element says nothing: the draft stored on the device may have loaded first.
  if (found === '' || found === value) return;
  isTakingOver = true;
  onChange(found);
  isTakingOver = false;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Reports what was typed, chosen or autofilled in the prerendered page before the script ran. */
export function useAdoptTyped(
  ref: RefObject<TextElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const adopt = useEffectEvent(() => takeOver(ref.current?.value ?? '', value, onChange));
  useLayoutEffect(() => adopt(), []);
}

/**
 * For an element that shows typed or chosen values by itself, without a render. Reports what was entered before the
 * script ran, and shows answers that come from elsewhere.
 *
 * @param options the choices; a new list may have the answer that the old one lacked
 * @returns the element's initial value
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

/** Like `useAdoptTyped`, for checkboxes and radios. `read` returns the ticked value, '' for none. */
export function useAdoptChecked(read: () => string, value: string, onChange: (value: string) => void): void {
  const adopt = useEffectEvent(() => takeOver(read(), value, onChange));
  useLayoutEffect(() => adopt(), []);
}
