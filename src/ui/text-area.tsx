import { useRef } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { TEXTAREA_MAX_CHARS } from '#limits.ts';
import { countAnnouncement, countText } from './count.ts';
import { type TypedFieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { given } from './given.ts';
import { StatusLine } from './status-line.tsx';
import { useAdoptTyped } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';
import './text-area.css';

export interface TextAreaProps extends TypedFieldProps {
  readonly rows?: number | undefined;
}

/** A long text with a live count: seen at each letter, heard when typing pauses near the end. */
export function TextArea(props: TextAreaProps) {
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
  const maxLength = props.maxLength ?? TEXTAREA_MAX_CHARS;
  const ref = useRef<HTMLTextAreaElement>(null);
  useAdoptTyped(ref, value, onChange);
  const notice = useCutNotice(ref, maxLength);

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
          'aria-describedby': describedBy(props, `${id}-count`),
        })}
      >
        <FieldLabel label={label} isRequired={isRequired} optionalText={optionalText} />
        <FieldHint id={id} hint={hint} />
        <AriaTextArea
          ref={ref}
          className="ui-input ui-text-area"
          name={name}
          rows={props.rows ?? 5}
          autoComplete={props.autoComplete}
          autoCapitalize={props.autoCapitalize ?? 'sentences'}
          enterKeyHint={props.enterKeyHint}
          maxLength={maxLength}
        />
        <div className="ui-text-area-foot">
          <FieldMessages id={id} messages={messages} />
          <div id={`${id}-count`} className="ui-count" data-over={value.length > maxLength || undefined}>
            {countText(value.length, maxLength)}
          </div>
        </div>
        <div className="ui-note" role="status">
          {notice}
        </div>
        <StatusLine text={countAnnouncement(value.length, maxLength)} isHidden />
      </AriaTextField>
    </FieldFrame>
  );
}
