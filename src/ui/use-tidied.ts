import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { plainDigits, tidied } from '#plain-text.ts';

/** When a field of one line loses the focus, it shows and reports the tidied text. */
export function useTidied(
  ref: RefObject<HTMLInputElement | null>,
  {
    isNumber = false,
    onChange,
  }: { readonly isNumber?: boolean | undefined; readonly onChange: (text: string) => void },
): void {
  const tidy = useEffectEvent((input: HTMLInputElement) => {
    const text = tidied(isNumber ? plainDigits(input.value) : input.value);
    if (text === input.value) return;
    input.value = text;
    onChange(text);
  });
  // Chromium also blurs an input that is removed: then nobody has left the field, and the listener is gone.
  useLayoutEffect(() => {
    const input = ref.current;
    const listen = () => input && tidy(input);
    input?.addEventListener('blur', listen);
    return () => input?.removeEventListener('blur', listen);
  }, [ref]);
}
