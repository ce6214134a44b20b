import { type RefObject, useRef } from 'react';
import { type TypedFieldProps, inputProps } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';

interface TextFieldProps extends TypedFieldProps {
  readonly type?: 'text' | 'email' | 'search' | 'tel' | 'url' | undefined;
  readonly spellCheck?: boolean | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** Pasted texts bring these along. Nobody sees them, and nothing else that looks the same equals such a text. */
const UNSEEN = /[\u200b\ufeff]/g;

export function TextField(props: TextFieldProps) {
  const { id, messages, value, maxLength } = props;
  const onChange = (text: string) => props.onChange(text.replace(UNSEEN, ''));
  const ownRef = useRef<HTMLInputElement>(null);
  const ref = props.inputRef ?? ownRef;
  const first = useOwnValue(ref, value, onChange);
  const notice = useCutNotice(ref, maxLength);
  const noteId = maxLength === undefined ? undefined : `${id}-note`;

  return (
    <FieldFrame id={id} messages={messages} isDisabled={props.isDisabled}>
      <FieldLabel {...props} />
      <FieldHint {...props} />
      <input
        {...inputProps(props, noteId)}
        ref={ref}
        defaultValue={first}
        type={props.type ?? 'text'}
        dir="auto"
        spellCheck={props.spellCheck}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldMessages {...props} />
      {noteId !== undefined && (
        <div id={noteId} className="ui-note" role="status">
          {notice}
        </div>
      )}
    </FieldFrame>
  );
}
