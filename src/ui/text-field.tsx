import { type RefObject, useRef } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { type TypedFieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { given } from './given.ts';
import { useAdoptTyped } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';

export interface TextFieldProps extends TypedFieldProps {
  readonly type?: 'text' | 'email' | 'search' | 'tel' | 'url' | undefined;
  readonly spellCheck?: boolean | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

export function TextField(props: TextFieldProps) {
  const {
    id,
    name,
    label,
    hint,
    messages = [],
    isRequired,
    isDisabled,
    optionalText,
    value,
    onChange,
  } = props;
  const ownRef = useRef<HTMLInputElement>(null);
  const ref = props.inputRef ?? ownRef;
  useAdoptTyped(ref, value, onChange);
  const notice = useCutNotice(ref, props.maxLength);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <AriaTextField
        id={`${id}-input`}
        className="ui-field-body"
        validationBehavior="aria"
        value={value}
        onChange={onChange}
        isInvalid={messages.length > 0}
        {...given({
          isRequired,
          isDisabled,
          onBlur: props.onBlur,
          'aria-describedby': describedBy(props, props.maxLength === undefined ? undefined : `${id}-note`),
        })}
      >
        <FieldLabel label={label} isRequired={isRequired} optionalText={optionalText} />
        <FieldHint id={id} hint={hint} />
        <Input
          ref={ref}
          className="ui-input"
          name={name}
          type={props.type ?? 'text'}
          autoComplete={props.autoComplete}
          autoCapitalize={props.autoCapitalize}
          inputMode={props.inputMode}
          enterKeyHint={props.enterKeyHint}
          maxLength={props.maxLength}
          spellCheck={props.spellCheck}
        />
        <FieldMessages id={id} messages={messages} />
        {props.maxLength !== undefined && (
          <div id={`${id}-note`} className="ui-note" role="status">
            {notice}
          </div>
        )}
      </AriaTextField>
    </FieldFrame>
  );
}
