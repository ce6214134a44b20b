import { useRef } from 'react';
import { type ChoiceOption, type FieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { useAdoptChecked } from './use-adopt-typed.ts';
import './choice.css';

const SHORT_LABEL_CHARS = 12;

interface RadioGroupProps extends FieldProps {
  /** The empty option of a list is left out: leaving every radio unticked means the same. */
  readonly options: readonly ChoiceOption[];
}

export function RadioGroup(props: RadioGroupProps) {
  const { id, name, messages = [], isRequired, isDisabled, value, onChange } = props;
  const options = props.options.filter((option) => option.value !== '');
  const isInline = options.length <= 3 && options.every((option) => option.label.length <= SHORT_LABEL_CHARS);
  const ref = useRef<HTMLFieldSetElement>(null);
  const readTicked = () => ref.current?.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
  useAdoptChecked(readTicked, value, onChange);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <fieldset
        ref={ref}
        className="ui-field-body"
        role="radiogroup"
        disabled={isDisabled}
        aria-required={isRequired || undefined}
        aria-invalid={messages.length > 0 || undefined}
        aria-describedby={describedBy(props)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) props.onBlur?.();
        }}
      >
        <legend className="ui-label">
          <LabelText label={props.label} isRequired={isRequired} optionalText={props.optionalText} />
        </legend>
        <FieldHint {...props} />
        <div className="ui-choices" data-inline={isInline || undefined}>
          {options.map((option, index) => (
            <label key={option.value} className="ui-choice">
              <input
                id={index === 0 ? `${id}-input` : `${id}-input-${index + 1}`}
                form={props.form}
                className="ui-mark"
                type="radio"
                name={name}
                value={option.value}
                checked={value === option.value}
                onChange={() => onChange(option.value)}
              />
              <span>
                {option.label}
                {option.hint !== undefined && <span className="ui-choice-hint">{option.hint}</span>}
              </span>
            </label>
          ))}
        </div>
        <FieldMessages {...props} />
      </fieldset>
    </FieldFrame>
  );
}
