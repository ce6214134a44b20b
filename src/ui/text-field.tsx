import { type RefObject, useRef } from 'react';
import { plainDigits, withoutUnseen } from '#plain-text.ts';
import type { TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { given } from './given.ts';
import { useTextInput } from './use-text-input.ts';
import { useTidied } from './use-tidied.ts';

interface TextFieldProps extends TypedFieldProps {
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  /** Digits of every script are shown and reported as 0 to 9. */
  readonly isNumber?: boolean | undefined;
}

export function TextField(props: TextFieldProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const ref = props.inputRef ?? ownRef;
  const noteId = props.maxLength === undefined ? undefined : `${props.id}-note`;
  const rewrite = props.isNumber === true ? plainDigits : undefined;
  const options = {
    tag: 'input',
    ref,
    describing: noteId,
    read: withoutUnseen,
    ...given({ rewrite }),
  } as const;
  const { inputProps, ownText, parts, notice } = useTextInput(props, options);
  useTidied(ref, props);
  return (
    <Field {...props} parts={parts} note={noteId && notice} noteId={noteId}>
      <input {...inputProps} {...ownText} ref={ref} className="ui-input" dir="auto" />
    </Field>
  );
}
