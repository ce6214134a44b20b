import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { atRest } from './at-rest.ts';
import type { TypedFieldProps } from './field-props.ts';
import { TextField } from './text-field.tsx';
import { definePart, usePart } from './use-part.ts';

const rich = definePart(
  () => import('./rich-combo-box.tsx'),
  ({ RichComboBox }) => RichComboBox,
);

const NEAR_MARGIN = '400px';

/** What the plain field held when the one with a list took its place. */
export interface TypedSoFar {
  readonly text: string;
  /** Where the caret stood, if the field had the focus. */
  readonly caret: number | null;
}

export interface Suggestion {
  readonly id: string;
  readonly text: string;
  readonly sub_text?: string | null | undefined;
}

export interface ComboBoxProps extends TypedFieldProps {
  /** What was found for the text so far, best first. */
  readonly suggestions: readonly Suggestion[];
  readonly onPick: (suggestion: Suggestion) => void;
  /** With it, the text as typed is offered at the end of the list: "Use: Scranton Prep". */
  readonly createLabel?: string | undefined;
  readonly onCreate?: ((text: string) => void) | undefined;
}

/** A text with suggestions. Any text stays as typed; the list comes when the field comes near. */
export function ComboBox(props: ComboBoxProps) {
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<TypedSoFar | null>(null);
  const RichComboBox = usePart(rich, useArrival(frame, input, typed));
  const { suggestions, onPick, createLabel, onCreate, ...field } = props;
  return (
    <div ref={frame}>
      {RichComboBox === null ? (
        <TextField {...field} inputRef={input} />
      ) : (
        <RichComboBox {...props} typedRef={typed} />
      )}
    </div>
  );
}

/** Loads the list when the field is near, and waits out a composition. Notes what has been typed, and where. */
function useArrival(
  frame: RefObject<HTMLDivElement | null>,
  input: RefObject<HTMLInputElement | null>,
  typed: RefObject<TypedSoFar | null>,
): boolean {
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let isComposing = false;
    let isLoaded = false;
    const arrive = () => {
      if (!isLoaded || isComposing) return;
      const plain = input.current;
      const hasFocus = plain !== null && document.activeElement === plain;
      typed.current = plain && { text: plain.value, caret: hasFocus ? plain.selectionEnd : null };
      // At once: a letter typed before the next render would move the caret on.
      flushSync(() => setHasArrived(true));
    };
    const load = () => {
      observer.disconnect();
      // Off line and never loaded: a plain text field is enough to apply.
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
        // What is only near does not come between a choice and its frame.
        if (entries.some(({ isIntersecting }) => isIntersecting)) atRest(load);
      },
      { rootMargin: NEAR_MARGIN },
    );
    const compose = (event: Event) => {
      isComposing = event.type === 'compositionstart';
      arrive();
    };
    observer.observe(element);
    element.addEventListener('compositionstart', compose);
    element.addEventListener('compositionend', compose);
    return () => {
      observer.disconnect();
      element.removeEventListener('compositionstart', compose);
      element.removeEventListener('compositionend', compose);
    };
  }, [frame, input, typed]);

  return hasArrived;
}
