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

/** The state of the plain field when the field with a list replaces it. */
export interface TypedSoFar {
  readonly text: string;
  /** The position of the caret; null if the field does not have the focus. */
  readonly caret: number | null;
}

export interface Suggestion {
  readonly id: string;
  readonly text: string;
  readonly sub_text?: string | null | undefined;
}

export interface ComboBoxProps extends TypedFieldProps {
  /** The suggestions found for the current text, best first. */
  readonly suggestions: readonly Suggestion[];
  readonly onPick: (suggestion: Suggestion) => void;
  /** If set, the list ends with an entry for the text as typed: "Use: Scranton Prep". */
  readonly createLabel?: string | undefined;
  readonly onCreate?: ((text: string) => void) | undefined;
}

/** A text field with suggestions; it accepts any text. The list's code loads when the field scrolls near. */
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

/**
 * Loads the code of the list when the field is near. Returns true once the list may replace the plain field, which
 * waits for a composition to end. Saves the typed text and the caret in `typed`.
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
    let isComposing = false;
    let isLoaded = false;
    const arrive = () => {
      if (!isLoaded || isComposing) return;
      const plain = input.current;
      const hasFocus = plain !== null && document.activeElement === plain;
      typed.current = plain && { text: plain.value, caret: hasFocus ? plain.selectionEnd : null };
      // Render at once: a letter typed before the next render would move the caret.
      flushSync(() => setHasArrived(true));
    };
    const load = () => {
      observer.disconnect();
      // Offline and never loaded: a plain text field is enough to apply.
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
        // A field that is only near is not urgent: loading must not delay the frame of a choice.
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
