import InputMask from 'imask/esm/controls/input';
import 'imask/esm/masked/pattern';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import IMaskMixin, { type IMaskInputProps } from 'react-imask/esm/mixin';
import type { MaskKind } from './mask.ts';

interface MaskBindingProps {
  /** The input's text is in the mask, or empty. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly kind: MaskKind;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Receives a function that the field calls after it has written a whole text into the input. */
  readonly syncRef: RefObject<(() => void) | null>;
}

type BindingProps = IMaskInputProps<HTMLInputElement> & {
  readonly existing: RefObject<HTMLInputElement | null>;
};

/** The mixin, not react-imask's hook: the hook renders twice at every key. */
const Binding = IMaskMixin<HTMLInputElement, BindingProps>(({ inputRef, existing }) => {
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => existing.current);
  return null;
});

/** Lets imask handle ordinary typing and deleting in an existing input. Loaded when the input is focused or near. */
export function MaskBinding({ inputRef, kind, value, onChange, syncRef }: MaskBindingProps) {
  const maskRef = useRef<InputMask | null>(null);

  useEffect(() => {
    syncRef.current = () => maskRef.current?.updateValue();
    return () => {
      syncRef.current = null;
    };
  }, [syncRef]);

  // The field has already written a value from elsewhere (a draft, another tab) into the input.
  useEffect(() => {
    if (maskRef.current !== null && maskRef.current.value !== value) maskRef.current.updateValue();
  }, [value]);

  return (
    <Binding
      ref={(binding) => {
        maskRef.current = maskOf(binding);
      }}
      existing={inputRef}
      mask={kind.pattern}
      onAccept={(accepted: string, _mask: InputMask, event?: InputEvent) => {
        // Without an event nobody has typed: imask also reports the value that it finds first (imaskjs#881).
        if (event !== undefined) onChange(accepted);
      }}
    />
  );
}

/** The mixin's types do not declare the properties of its instances. */
function maskOf(binding: object | null): InputMask | null {
  return binding !== null && 'maskRef' in binding && binding.maskRef instanceof InputMask
    ? binding.maskRef
    : null;
}
