import { type RefObject, useRef } from 'react';
import type { TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { useTextInput } from './use-text-input.ts';

interface TextFieldProps extends TypedFieldProps {
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** Pasted texts bring these along. Nobody sees them, and nothing else that looks the same equals such a text. */
const UNSEEN = /[\u200b\ufeff]/g;

export function TextField(props: TextFieldProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const ref = props.inputRef ?? ownRef;
  const noteId = props.maxLength === undefined ? undefined : `${props.id}-note`;
  const onChange = (text: string) => props.onChange(text.replace(UNSEEN, ''));
  const options = { tag: 'input', ref, describing: noteId } as const;
  const { inputProps, ownText, parts, notice } = useTextInput({ ...props, onChange }, options);
  return (
    <Field {...props} parts={parts} note={noteId && notice} noteId={noteId}>
      <input {...inputProps} {...ownText} ref={ref} className="ui-input" dir="auto" />
    </Field>
  );
}
