import InputMask from 'imask/esm/controls/input';
import 'imask/esm/masked/pattern';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import IMaskMixin, { type IMaskInputProps } from 'react-imask/esm/mixin';
import type { MaskKind } from './mask.ts';

export interface MaskBindingProps {
  /** What it shows is in the mask, or blank. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly kind: MaskKind;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Lets the field say what the input shows when it has put a whole text there by itself. */
  readonly syncRef: RefObject<(() => void) | null>;
}

type BindingProps = IMaskInputProps<HTMLInputElement> & {
  readonly existing: RefObject<HTMLInputElement | null>;
};

/** By react-imask's mixin and not by its hook, which renders twice at every key. */
const Binding = IMaskMixin<HTMLInputElement, BindingProps>(({ inputRef, existing }) => {
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => existing.current);
  return null;
});

/** Ordinary typing and deleting in a mask, by imask, on an input that is already there. Loaded when near. */
export function MaskBinding({ inputRef, kind, value, onChange, syncRef }: MaskBindingProps) {
  const maskRef = useRef<InputMask | null>(null);

  useEffect(() => {
    syncRef.current = () => maskRef.current?.updateValue();
    return () => {
      syncRef.current = null;
    };
  }, [syncRef]);

  // A value from elsewhere (a draft, another tab): the field has put it into the input already.
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
        // Without an event nobody typed: imask tells of its own first look at the value (imaskjs#881).
        if (event !== undefined) onChange(accepted);
      }}
    />
  );
}

/** The mixin's types do not tell what its instances hold. */
function maskOf(binding: object | null): InputMask | null {
  return binding !== null && 'maskRef' in binding && binding.maskRef instanceof InputMask
    ? binding.maskRef
    : null;
}
