import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type TypedFieldProps, inputProps } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { type MaskKind, maskNotice, maskText, phone, ssn, staysAsTyped } from './mask.ts';
import { useOwnValue } from './use-adopt-typed.ts';
import { definePart, usePart } from './use-part.ts';

const binding = definePart(
  () => import('./mask-binding.tsx'),
  ({ MaskBinding }) => MaskBinding,
);

const kinds = { phone, ssn } as const;

export interface MaskedFieldProps extends TypedFieldProps {
  readonly mask: keyof typeof kinds;
}

/**
 * A phone or social-security number. What is typed is reported at every letter, in its mask or not; a whole text
 * (a paste, autofill) is put into the mask here, ordinary typing by imask once it has come, the rest when leaving.
 */
export function MaskedField(props: MaskedFieldProps) {
  const { id, messages, mask, value, onChange } = props;
  const kind = kinds[mask];
  const ref = useRef<HTMLInputElement>(null);
  const syncRef = useRef<(() => void) | null>(null);
  const { notice, hasMask } = useWholeTexts(ref, syncRef, kind, onChange);
  // imask would empty an input that holds words, and move the caret in it.
  const MaskBinding = usePart(binding, hasMask && !staysAsTyped(kind, value));
  const first = useOwnValue(ref, value, (typed) => onChange(maskText(kind, typed, 0).text));

  return (
    <FieldFrame id={id} messages={messages} isDisabled={props.isDisabled}>
      <FieldLabel {...props} />
      <FieldHint {...props} />
      <input
        {...inputProps(props, `${id}-note`)}
        ref={ref}
        defaultValue={first}
        className="ui-input ui-masked"
        type={mask === 'phone' ? 'tel' : 'text'}
        inputMode={props.inputMode ?? (mask === 'phone' ? 'tel' : 'numeric')}
        autoComplete={props.autoComplete ?? 'off'}
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldMessages {...props} />
      <div id={`${id}-note`} className="ui-note" role="status">
        {notice}
      </div>
      {MaskBinding !== null && (
        <MaskBinding inputRef={ref} kind={kind} value={value} onChange={onChange} syncRef={syncRef} />
      )}
    </FieldFrame>
  );
}

/** Masks what does not come letter by letter, and what was typed without imask when the field is left. */
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

    // imask writes into the input when it comes: not while something is being composed there, or begins to be.
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
        // Off line and never loaded: the number is masked when the field is left.
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
        // Rewriting now would double what an Android keyboard or an input method is still composing.
        report(input.value);
      } else if (isMasked(kind, last) && isOrdinary(event) && hasRoom(kind, input.value)) {
        // Letter by letter: imask's, or raw until it has come.
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
      // Words that came a moment ago: imask may still be there.
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
    // Some browsers tell of autofill by "change" alone.
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

/** Whether it stands in the mask, whole or begun. Words and foreign numbers never do. */
function isMasked(kind: MaskKind, text: string): boolean {
  return !staysAsTyped(kind, text) && maskText(kind, text, 0).text === text;
}

/** Whether all digits count and fit: no country code to take off or to keep, none to leave out. */
function hasRoom(kind: MaskKind, text: string): boolean {
  if (kind.isForeign?.(text) === true) return false;
  const digits = text.replaceAll(/[^0-9]/gu, '').length;
  return digits <= kind.digits && digits === kind.digitsOf(text).length;
}
