import { useRef } from 'react';
import { type FieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { useAdoptChecked } from './use-adopt-typed.ts';
import './choice.css';

const TICKED = 'true';

/** One box; its answer is 'true' or ''. In a `FieldGroup` it is one of several. */
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
          {/* A box left empty is an answer too: nothing needs to be called optional. */}
          <LabelText label={props.label} isRequired={isRequired} optionalText={props.optionalText ?? ''} />
        </span>
      </label>
      <FieldHint {...props} />
      <FieldMessages {...props} />
    </FieldFrame>
  );
}
