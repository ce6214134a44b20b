import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { type MaskKind, maskNotice, maskText, phone, ssn, staysAsTyped } from './mask.ts';
import { definePart, usePart } from './use-part.ts';
import { useTextInput } from './use-text-input.ts';

const binding = definePart(() => import('./mask-binding.tsx'));

const kinds = { phone, ssn } as const;

const PHONE_INPUT = { type: 'tel', inputMode: 'tel', autoComplete: 'off' } as const;
const NUMBER_INPUT = { type: 'text', inputMode: 'numeric', autoComplete: 'off' } as const;

interface MaskedFieldProps extends TypedFieldProps {
  readonly mask: keyof typeof kinds;
}

/**
 * A phone or social-security number. The field reports every letter, masked or not. It masks whole texts (a paste,
 * autofill) itself, and imask masks ordinary typing once loaded. Any other text is masked when the field loses the
 * focus.
 */
export function MaskedField(given: MaskedFieldProps) {
  const { mask, value, onChange } = given;
  const defaults = mask === 'phone' ? PHONE_INPUT : NUMBER_INPUT;
  const props = { ...defaults, ...given, autoCorrect: 'off', spellCheck: false } as const;
  const kind = kinds[mask];
  const ref = useRef<HTMLInputElement>(null);
  const syncRef = useRef<(() => void) | null>(null);
  const noteId = `${props.id}-note`;
  const onAdopt = (typed: string) => onChange(maskText(kind, typed, 0).text);
  const options = { tag: 'input', ref, describing: noteId, onAdopt } as const;
  const { notice, hasMask } = useWholeTexts(ref, syncRef, kind, onChange);
  const { inputProps, ownText, parts, notice: cut } = useTextInput(props, options);
  // imask would empty an input that holds words, and move its caret.
  const MaskBinding = usePart(binding, hasMask && !staysAsTyped(kind, value))?.MaskBinding;

  return (
    <Field {...props} parts={parts} note={cut || notice} noteId={noteId}>
      <input {...inputProps} {...ownText} ref={ref} className="ui-input ui-masked" />
      {MaskBinding !== undefined && (
        <MaskBinding inputRef={ref} kind={kind} value={value} onChange={onChange} syncRef={syncRef} />
      )}
    </Field>
  );
}

/** Masks whole texts, and text that was typed without imask when the field loses the focus. */
function useWholeTexts(
  ref: RefObject<HTMLInputElement | null>,
  syncRef: RefObject<(() => void) | null>,
  kind: MaskKind,
  onText: (text: string) => void,
): { readonly notice: string; readonly hasMask: boolean } {
  const [notice, setNotice] = useState('');
  const [hasMask, setHasMask] = useState(false);
  const report = useEffectEvent(onText);

  useEffect(() => {
    const input = ref.current;
    if (input === null) return;
    let isComposing = false;
    let isLoaded = false;
    let last = input.value;

    // imask writes into the input when it starts, so it must not start during a composition.
    const bind = () => {
      if (isLoaded && !isComposing && isMasked(kind, input.value)) flushSync(() => setHasMask(true));
    };
    const load = () => {
      binding.load().then(
        () => {
          isLoaded = true;
          if (!isComposing) write();
          bind();
        },
        // Offline and never loaded: the number is masked when the field loses the focus.
        () => undefined,
      );
    };
    const write = () => {
      const before = input.value;
      const { text, caret, digitsCut } = maskText(kind, before, input.selectionEnd ?? before.length);
      if (text !== before) {
        input.value = text;
        if (document.activeElement === input) input.setSelectionRange(caret, caret);
      }
      syncRef.current?.();
      last = text;
      report(text);
      return digitsCut;
    };
    const maskWhole = () => {
      const digitsCut = write();
      setNotice(maskNotice(kind, input.value, digitsCut));
      bind();
    };
    const onBeforeInput = () => {
      last = input.value;
    };
    const onInput = (event: Event) => {
      if (isComposing || (event instanceof InputEvent && event.isComposing)) {
        // Rewriting now would double the text that an Android keyboard or an input method is composing.
        report(input.value);
      } else if (isMasked(kind, last) && isOrdinary(event) && hasRoom(kind, input.value)) {
        // A single letter: imask masks it, or it stays raw until imask has loaded.
        setNotice('');
        return;
      } else {
        maskWhole();
      }
      // imask would take a replaced text for one inserted at its old caret (imaskjs#1082).
      event.stopImmediatePropagation();
    };
    const onComposition = (event: Event) => {
      isComposing = event.type === 'compositionstart';
      if (isComposing) return;
      maskWhole();
      event.stopImmediatePropagation();
    };
    const onLeave = (event: Event) => {
      isComposing = false;
      if (isMasked(kind, input.value)) {
        report(input.value);
        return;
      }
      write();
      // If the words arrived a moment ago, imask may still be active: keep this event from it.
      if (staysAsTyped(kind, input.value)) event.stopImmediatePropagation();
    };

    const leaving = new AbortController();
    const { signal } = leaving;
    const once = { once: true, signal };
    const capture = { capture: true, signal };
    input.addEventListener('focus', load, once);
    input.addEventListener('pointerenter', load, once);
    input.addEventListener('beforeinput', onBeforeInput, leaving);
    input.addEventListener('input', onInput, capture);
    input.addEventListener('compositionstart', onComposition, capture);
    input.addEventListener('compositionend', onComposition, capture);
    // Some browsers report autofill by "change" alone.
    input.addEventListener('change', onLeave, leaving);
    input.addEventListener('blur', onLeave, capture);
    return () => leaving.abort();
  }, [ref, syncRef, kind]);

  return { notice, hasMask };
}

function isOrdinary(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  if (event.inputType.startsWith('delete')) return true;
  return event.inputType === 'insertText' && event.data?.length === 1;
}

/** Whether the text is in the mask, complete or not. Words and foreign numbers never are. */
function isMasked(kind: MaskKind, text: string): boolean {
  return !staysAsTyped(kind, text) && maskText(kind, text, 0).text === text;
}

/** Whether all digits count and fit: there is no country code to drop or keep, and nothing to cut. */
function hasRoom(kind: MaskKind, text: string): boolean {
  if (kind.isForeign?.(text) === true) return false;
  const digits = text.replaceAll(/[^0-9]/gu, '').length;
  return digits <= kind.digits && digits === kind.digitsOf(text).length;
}
