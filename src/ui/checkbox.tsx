import { useRef } from 'react';
import { type FieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { useAdoptChecked } from './use-adopt-typed.ts';
import './choice.css';

const TICKED = 'true';

/** One checkbox; its answer is 'true' or ''. A `FieldGroup` holds several of them. */
export function Checkbox(props: FieldProps) {
  const { id, messages = [], isRequired, value, onChange } = props;
  const ref = useRef<HTMLInputElement>(null);
  useAdoptChecked(() => (ref.current?.checked === true ? TICKED : ''), value, onChange);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={props.isDisabled}>
      <label className="ui-choice">
        <input
          ref={ref}
          id={`${id}-input`}
          form={props.form}
          className="ui-mark"
          type="checkbox"
          name={props.name}
          value={TICKED}
          checked={value === TICKED}
          disabled={props.isDisabled}
          onChange={(event) => onChange(event.target.checked ? TICKED : '')}
          onBlur={props.onBlur}
          aria-required={isRequired || undefined}
          aria-invalid={messages.length > 0 || undefined}
          aria-describedby={describedBy(props)}
        />
        <span>
          {/* An empty box is an answer too, so the label does not say "optional" by default. */}
          <LabelText label={props.label} isRequired={isRequired} optionalText={props.optionalText ?? ''} />
        </span>
      </label>
      <FieldHint {...props} />
      <FieldMessages {...props} />
    </FieldFrame>
  );
}
