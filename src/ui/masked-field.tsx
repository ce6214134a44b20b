import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Report, TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { digitsOf } from '#plain-text.ts';
import {
  hasRoom,
  isMasked,
  maskKinds,
  type MaskedText,
  type MaskKind,
  maskNotice,
  maskText,
  staysAsTyped,
  withoutMask,
} from './mask.ts';
import { definePart, usePart } from './use-part.ts';
import { useAroundText, useOwnText } from './use-text-input.ts';

const binding = definePart(() => import('./mask-binding.tsx'));

const PHONE_INPUT = { type: 'tel', inputMode: 'tel', autoComplete: 'off' } as const;
const NUMBER_INPUT = { type: 'text', inputMode: 'numeric', autoComplete: 'off' } as const;

interface MaskedFieldProps extends TypedFieldProps {
  /** A new kind is applied to the number that is there. */
  readonly mask: keyof typeof maskKinds;
}

/**
 * A phone or Social Security number. The field reports every letter, masked or not. It masks whole texts (a paste,
 * autofill) itself, and imask masks ordinary typing once loaded. Any other text is masked when the field loses the
 * focus.
 */
export function MaskedField(given: MaskedFieldProps) {
  const { mask, value, onChange } = given;
  const defaults = mask === 'ssn' ? NUMBER_INPUT : PHONE_INPUT;
  const props = { ...defaults, ...given };
  const kind = maskKinds[mask];
  const ref = useRef<HTMLInputElement>(null);
  const syncRef = useRef<(() => void) | null>(null);
  const noteId = `${props.id}-note`;
  const { notice, isBound, take } = useWholeTexts(ref, syncRef, kind, onChange);
  const ownText = useOwnText(ref, { value, onChange, onAdopt: take });
  const { inputProps, parts, notice: cut } = useAroundText(props, 'input', ref, noteId);
  // imask would empty an input that holds words, and move its caret.
  const MaskBinding = usePart(binding, isBound && !staysAsTyped(kind, value))?.MaskBinding;

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
  onText: Report,
): { readonly notice: string; readonly isBound: boolean; readonly take: Report } {
  const [notice, setNotice] = useState('');
  const [bound, setBound] = useState<MaskKind>();
  const report = useEffectEvent(onText);
  const kindBefore = useRef(kind);
  /** The entered text, and the shown text: another kind may read the entered text differently. */
  const entered = useRef({ raw: '', text: '' });

  function note(raw: string, masked: MaskedText) {
    entered.current = { raw, text: masked.text };
    setNotice(maskNotice(kind, masked));
  }
  const noteLater = useEffectEvent(note);

  useEffect(() => {
    const input = ref.current;
    if (input === null) return;
    let isComposing = false;
    let isLoaded = false;
    let last = input.value;

    // imask writes into the input when it starts, so it must not start during a composition.
    const bind = () => {
      if (isLoaded && !isComposing && isMasked(kind, input.value)) flushSync(() => setBound(kind));
    };
    const load = () => {
      binding.load().then(
        () => {
          isLoaded = true;
          if (!isComposing && !isMasked(kind, input.value)) maskWhole(input.value);
          bind();
        },
        // Offline and never loaded: the number is masked when the field loses the focus.
        () => undefined,
      );
    };
    const maskWhole = (raw: string) => {
      const { value } = input;
      const caret = input.selectionEnd ?? value.length;
      const masked = maskText(
        kind,
        raw,
        raw === value ? caret : raw.length - digitsOf(value.slice(caret)).length,
      );
      if (masked.text !== value) {
        input.value = masked.text;
        if (document.activeElement === input) input.setSelectionRange(masked.caret, masked.caret);
      }
      syncRef.current?.();
      last = masked.text;
      report(masked.text);
      noteLater(raw, masked);
      bind();
    };
    const onBeforeInput = () => {
      if (!isComposing) last = input.value;
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
        maskWhole(withoutMask(kind, input.value, last));
      }
      // imask would treat a replaced text as one inserted at its old caret (imaskjs#1082).
      event.stopImmediatePropagation();
    };
    const onComposition = (event: Event) => {
      isComposing = event.type === 'compositionstart';
      if (isComposing) last = input.value;
      if (isComposing) return;
      maskWhole(withoutMask(kind, input.value, last));
      event.stopImmediatePropagation();
    };
    const onLeave = (event: Event) => {
      isComposing = false;
      if (isMasked(kind, input.value)) {
        report(input.value);
        return;
      }
      maskWhole(input.value);
      // If the words were entered a moment ago, imask may still be active: keep this event from it.
      if (staysAsTyped(kind, input.value)) event.stopImmediatePropagation();
    };

    const { raw, text } = entered.current;
    if (kind !== kindBefore.current && input.value !== '')
      maskWhole(text === input.value ? raw : input.value);
    // imask still has the pattern of the earlier kind.
    setBound((current) => (current === kind ? current : undefined));
    kindBefore.current = kind;

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
    // Some browsers report autofill only by "change".
    input.addEventListener('change', onLeave, leaving);
    input.addEventListener('blur', onLeave, capture);
    return () => leaving.abort();
  }, [ref, syncRef, kind]);

  const take: Report = (typed, isEarly) => {
    const masked = maskText(kind, typed, 0);
    // A text that is shown already keeps its note.
    if (typed !== entered.current.text) note(typed, masked);
    onText(masked.text, isEarly);
  };
  return { notice, isBound: bound === kind, take };
}

function isOrdinary(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  if (event.inputType.startsWith('delete')) return true;
  return event.inputType === 'insertText' && event.data?.length === 1;
}
