import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { atRest } from './at-rest.ts';
import type { ComboBoxProps, TypedSoFar } from './rich-combo-box.tsx';
import { TextField } from './text-field.tsx';
import { definePart, usePart } from './use-part.ts';

const rich = definePart(() => import('./rich-combo-box.tsx'));

const NEAR_MARGIN = '400px';

/** A text field with suggestions; it accepts any text. The list's code loads when the field scrolls near. */
export function ComboBox(props: ComboBoxProps) {
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<TypedSoFar | null>(null);
  const RichComboBox = usePart(rich, useArrival(frame, input, typed))?.RichComboBox;
  const { suggestions, onPick, createLabel, onCreate, ...field } = props;
  return (
    <div ref={frame}>
      {RichComboBox === undefined ? (
        <TextField {...field} inputRef={input} />
      ) : (
        <RichComboBox {...props} typedRef={typed} />
      )}
    </div>
  );
}

/**
 * Loads the code of the list when the field is near. Returns true once the list may replace the plain field, which
 * waits for a composition to end. Saves the typed text and the selection in `typed`.
 */
function useArrival(
  frame: RefObject<HTMLDivElement | null>,
  input: RefObject<HTMLInputElement | null>,
  typed: RefObject<TypedSoFar | null>,
): boolean {
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    // Somebody who typed before the page was hydrated may be composing. The next event shows it.
    let isComposing = document.activeElement === input.current && input.current?.value !== '';
    let isLoaded = false;
    const aborting = new AbortController();
    const arrive = () => {
      if (!isLoaded || isComposing) return;
      const plain = input.current;
      const hasFocus = plain !== null && document.activeElement === plain;
      const selection = hasFocus ? ([plain.selectionStart, plain.selectionEnd] as const) : null;
      typed.current = plain && { text: plain.value, selection };
      aborting.abort();
      // Render at once: a letter typed before the next render would move the caret.
      flushSync(() => setHasArrived(true));
    };
    const load = () => {
      observer.disconnect();
      // Offline and never loaded: a plain text field is enough.
      rich.load().then(
        () => {
          isLoaded = true;
          arrive();
        },
        () => undefined,
      );
    };
    const observer = new IntersectionObserver(
      (entries) => {
        // A field that is only near is not urgent: loading it must not delay the frame of a choice.
        if (entries.some(({ isIntersecting }) => isIntersecting)) atRest(load);
      },
      { rootMargin: NEAR_MARGIN },
    );
    const compose = (event: Event) => {
      isComposing = event.type === 'compositionstart' || (event instanceof InputEvent && event.isComposing);
      // After the event, which the plain field still has to handle.
      setTimeout(arrive);
    };
    observer.observe(element);
    for (const type of ['compositionstart', 'compositionend', 'input', 'focusout'])
      element.addEventListener(type, compose, { signal: aborting.signal });
    return () => {
      observer.disconnect();
      aborting.abort();
    };
  }, [frame, input, typed]);

  return hasArrived;
}
