import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ChoiceOption, Report } from './field-props.ts';

const readers = new Set<() => void>();

/**
 * Makes each field report its element's value if it differs from the shown one: password managers and other extensions
 * fill in without an event.
 */
export function readFields(): void {
  for (const read of readers) read();
}

/**
 * Reports an element's value when the script takes over the page, and whenever all fields are read: it may have been
 * typed, chosen or filled in without an event.
 *
 * @param read returns the element's value; nothing if it is shown already
 */
export function useAdopted(read: () => string | undefined, value: string, onChange: Report): void {
  const report = useEffectEvent((isEarly: boolean) => {
    const found = read() ?? '';
    // An empty element means nothing: the draft stored on the device may have loaded first.
    if (found !== '' && found !== value) onChange(found, isEarly);
  });
  useLayoutEffect(() => {
    report(true);
    const later = () => report(false);
    readers.add(later);
    return () => {
      readers.delete(later);
    };
  }, []);
}

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * For an element that shows typed or chosen values by itself, without a render. Reports what was entered before the
 * script ran, and shows answers from elsewhere.
 *
 * @param options the choices; a new list may have the answer that the old one lacked
 * @returns `initial`: the element's first value. `noteTyped`: call it with a text before it is reported. A render between
 *   the next letter and its report has that text, which must not be written over the letter
 */
export function useOwnValue(
  ref: RefObject<TextElement | null>,
  value: string,
  onChange: Report,
  options?: readonly ChoiceOption[],
) {
  const [initial] = useState(value);
  const shown = useRef({ value, options });
  const text = useRef<string>(undefined);
  // Its text may differ from its value: a text area has line ends of its own.
  useAdopted(() => (ref.current?.value === text.current ? '' : ref.current?.value), value, onChange);
  useLayoutEffect(() => {
    const element = ref.current;
    const isNews = value !== shown.current.value || options !== shown.current.options;
    if (element !== null && isNews && element.value !== value) write(element, value);
    shown.current = { value, options };
    text.current = element?.value;
  }, [ref, value, options]);
  const noteTyped = (typed: string) => {
    shown.current = { ...shown.current, value: typed };
  };
  return { initial, noteTyped };
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
