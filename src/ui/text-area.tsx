import { useRef } from 'react';
import { TEXTAREA_MAX_CHARS } from '#limits.ts';
import { countAnnouncement, countText } from './count.ts';
import type { TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { useSayLater } from './use-say.ts';
import { useAroundText, useOwnText } from './use-text-input.ts';
import './text-area.css';

/** A long text with a live count: shown at each letter, announced when typing pauses near the limit. */
export function TextArea({ maxLength = TEXTAREA_MAX_CHARS, ...rest }: TypedFieldProps) {
  const props = { autoCapitalize: 'sentences', ...rest, maxLength } as const;
  const { id, value } = props;
  const ref = useRef<HTMLTextAreaElement>(null);
  const ownText = useOwnText(ref, props);
  const { inputProps, parts, notice } = useAroundText(props, 'textarea', ref, `${id}-count`);
  useSayLater(countAnnouncement(value.length, maxLength));
  const count = (
    <div id={`${id}-count`} className="ui-count ui-quiet" data-over={value.length > maxLength || undefined}>
      {countText(value.length, maxLength)}
    </div>
  );
  return (
    <Field {...props} parts={parts} foot={count} note={notice}>
      <textarea
        {...inputProps}
        {...ownText}
        ref={ref}
        className="ui-input ui-text-area"
        dir="auto"
        rows={5}
      />
      <div className="ui-text-printed" dir="auto" translate="no">
        {value}
      </div>
    </Field>
  );
}
