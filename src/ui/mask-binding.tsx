import 'imask/esm/masked/pattern';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import useIMask from 'react-imask/esm/hook';
import { type MaskKind, maskText } from './mask.ts';

export interface MaskBindingProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly kind: MaskKind;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Lets the field say what the input shows when it has put a whole text there by itself. */
  readonly syncRef: RefObject<(() => void) | null>;
}

// One object per pattern: options that are new at each render make the library start over (imaskjs#1124).
const options = new Map<string, { readonly mask: string }>();

function optionsFor(pattern: string) {
  const known = options.get(pattern) ?? { mask: pattern };
  options.set(pattern, known);
  return known;
}

/** Ordinary typing and deleting in a mask, by imask, on an input that is already there. Loaded when near. */
export function MaskBinding({ inputRef, kind, value, onChange, syncRef }: MaskBindingProps) {
  const { maskRef } = useIMask(optionsFor(kind.pattern), {
    ref: inputRef,
    onAccept: (accepted, _mask, event) => {
      // Without an event nobody typed: imask tells of its own first look at the value (imaskjs#881).
      if (event !== undefined) onChange(accepted);
    },
  });

  const takeOver = useEffectEvent(() => {
    const input = inputRef.current;
    if (input === null) return;
    // What was typed before this came is put into the mask here: imask itself would move the caret.
    const { text, caret } = maskText(kind, input.value, input.selectionEnd ?? input.value.length);
    if (text === input.value) return;
    input.value = text;
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
    onChange(text);
  });
  useLayoutEffect(() => takeOver(), []);

  useEffect(() => {
    syncRef.current = () => maskRef.current?.updateValue();
    return () => {
      syncRef.current = null;
    };
  }, [maskRef, syncRef]);

  // A value from elsewhere (a draft, another tab): the field has put it into the input already.
  useEffect(() => {
    if (maskRef.current !== null && maskRef.current.value !== value) maskRef.current.updateValue();
  }, [maskRef, value]);

  return null;
}
