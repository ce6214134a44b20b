import { useRef } from 'react';
import { TEXTAREA_MAX_CHARS } from '#limits.ts';
import { countAnnouncement, countText } from './count.ts';
import { type TypedFieldProps, inputProps } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { StatusLine } from './status-line.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';
import './text-area.css';

interface TextAreaProps extends TypedFieldProps {
  readonly rows?: number | undefined;
}

/** A long text with a live count: shown at each letter, announced when typing pauses near the limit. */
export function TextArea(props: TextAreaProps) {
  const { id, messages, value, maxLength = TEXTAREA_MAX_CHARS, onChange } = props;
  const ref = useRef<HTMLTextAreaElement>(null);
  const first = useOwnValue(ref, value, onChange);
  const notice = useCutNotice(ref, maxLength);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={props.isDisabled}>
      <FieldLabel {...props} />
      <FieldHint {...props} />
      <textarea
        {...inputProps(props, `${id}-count`)}
        ref={ref}
        defaultValue={first}
        className="ui-input ui-text-area"
        dir="auto"
        rows={props.rows ?? 5}
        autoCapitalize={props.autoCapitalize ?? 'sentences'}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="ui-text-printed" dir="auto">
        {value}
      </div>
      <div className="ui-text-area-foot">
        <FieldMessages {...props} />
        <div id={`${id}-count`} className="ui-count" data-over={value.length > maxLength || undefined}>
          {countText(value.length, maxLength)}
        </div>
      </div>
      <div className="ui-note" role="status">
        {notice}
      </div>
      <StatusLine text={countAnnouncement(value.length, maxLength)} isHidden />
    </FieldFrame>
  );
}
