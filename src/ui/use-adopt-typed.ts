import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ChoiceOption } from './field-props.ts';

let isTakingOver = false;

/** Whether the current change comes from the prerendered page: it was made before the script ran. */
export function isAdopting(): boolean {
  return isTakingOver;
}

const readers = new Set<() => void>();

/**
 * Has each field report what its element holds, if that is not what it shows: password managers and other extensions
 * fill in without an event.
 */
export function readFields(): void {
  for (const read of readers) read();
}

/** Reads an element when the script takes over the page, and whenever all fields are read. */
function useReader(read: () => void): void {
  const reader = useEffectEvent(read);
  useLayoutEffect(() => {
    isTakingOver = true;
    reader();
    isTakingOver = false;
    const later = () => reader();
    readers.add(later);
    return () => {
      readers.delete(later);
    };
  }, []);
}

function takeOver(found: string, value: string, onChange: (value: string) => void): void {
  // An empty element says nothing: the draft stored on the device may have loaded first.
  if (found !== '' && found !== value) onChange(found);
}

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reports what was typed, chosen or filled in without an event: before the script ran, and later by a password manager.
 *
 * @param shown what the element holds for `value`, if it may differ: a text area has line ends of its own
 */
export function useAdoptTyped(
  ref: RefObject<TextElement | null>,
  value: string,
  onChange: (value: string) => void,
  shown?: RefObject<string | undefined>,
): void {
  useReader(() => {
    const found = ref.current?.value ?? '';
    if (found !== shown?.current) takeOver(found, value, onChange);
  });
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
  const text = useRef<string>(undefined);
  useAdoptTyped(ref, value, onChange, text);
  useLayoutEffect(() => {
    const element = ref.current;
    const isNews = value !== shown.current.value || options !== shown.current.options;
    if (element !== null && isNews && element.value !== value) write(element, value);
    shown.current = { value, options };
    text.current = element?.value;
  }, [ref, value, options]);
  return first;
}

/** Writes into an element. The caret stays before the same letters. */
export function write(element: TextElement, value: string): void {
  const { value: before, selectionEnd: caret } = element instanceof HTMLSelectElement ? noCaret : element;
  element.value = value;
  if (caret === null || element !== document.activeElement || element instanceof HTMLSelectElement) return;
  const position = Math.max(0, value.length - (before.length - caret));
  element.setSelectionRange(position, position);
}
const noCaret = { value: '', selectionEnd: null };

/** Like `useAdoptTyped`, for checkboxes, radios and lists. `read` returns the chosen value, '' for none. */
export function useAdoptChosen(read: () => string, value: string, onChange: (value: string) => void): void {
  useReader(() => takeOver(read(), value, onChange));
}
