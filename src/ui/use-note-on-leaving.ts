import { type RefObject, useEffect, useState } from 'react';

/** The note moves the content below, so it waits until a mouse press that left the inputs has ended. */
const NOTE_AFTER_MS = 300;

/**
 * Whether to show the note on inputs without a whole answer: while they do not have the focus. It disappears when one
 * of them changes.
 *
 * @param parts what the inputs hold; the same object until one of them changes
 * @returns also a function to call when the focus leaves the inputs
 */
export function useNoteOnLeaving(
  parts: object,
  group: RefObject<HTMLElement | null>,
): readonly [isTold: boolean, leave: () => void] {
  const [left, setLeft] = useState<object>();
  const [told, setTold] = useState<object>();
  useEffect(() => {
    // Inputs that an earlier visit or another tab has filled.
    if (group.current?.contains(document.activeElement) === false) setLeft(parts);
  }, [parts, group]);
  useEffect(() => {
    if (left === undefined) return undefined;
    const timer = setTimeout(() => setTold(left), NOTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return [told === parts, () => setLeft(parts)];
}
