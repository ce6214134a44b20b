import { type InputHTMLAttributes, type RefObject, useRef, useSyncExternalStore } from 'react';
import { plainDigits, withoutUnseen } from '#plain-text.ts';
import type { KeptText, TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { useAroundText, useOwnText } from './use-text-input.ts';
import { useTidied } from './use-tidied.ts';

interface TextFieldProps extends TypedFieldProps {
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

export function TextField({ value, onChange, ...props }: TextFieldProps) {
  return <KeptTextField {...props} text={{ subscribe: never, get: () => value, set: onChange }} />;
}
const never = () => () => undefined;
const blank = () => '';

interface KeptTextFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly text: KeptText;
  /** Digits of every script are shown and reported as 0 to 9. */
  readonly isNumber?: boolean | undefined;
}

/** A text field that reads its text where it is kept: a letter renders the input, and nothing around it. */
export function KeptTextField({ text, isNumber, ...props }: KeptTextFieldProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const ref = props.inputRef ?? ownRef;
  const noteId = props.maxLength === undefined ? undefined : `${props.id}-note`;
  const { inputProps, parts, notice } = useAroundText(props, 'input', ref, noteId);
  return (
    <Field {...props} parts={parts} note={noteId && notice} noteId={noteId}>
      <KeptInput {...inputProps} inputRef={ref} text={text} isNumber={isNumber} />
    </Field>
  );
}

interface KeptInputProps
  extends InputHTMLAttributes<HTMLInputElement>, Pick<KeptTextFieldProps, 'text' | 'isNumber'> {
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

function KeptInput({ inputRef: ref, text, isNumber = false, ...inputProps }: KeptInputProps) {
  const value = useSyncExternalStore(text.subscribe, text.get, blank);
  const onChange = text.set;
  const rewrite = isNumber ? plainDigits : undefined;
  const ownText = useOwnText(ref, { value, onChange, rewrite, read: withoutUnseen });
  useTidied(ref, { isNumber, onChange });
  return <input {...inputProps} {...ownText} ref={ref} className="ui-input" dir="auto" />;
}
