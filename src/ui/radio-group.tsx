import { useRef } from 'react';
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup';
import { type ChoiceOption, type FieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { given } from './given.ts';
import { useAdoptChecked } from './use-adopt-typed.ts';
import './choice.css';

const SHORT_LABEL_CHARS = 12;

export interface RadioGroupProps extends FieldProps {
  /** The empty option of a list is left out: nothing chosen is nothing chosen. */
  readonly options: readonly ChoiceOption[];
}

export function RadioGroup(props: RadioGroupProps) {
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
  const options = props.options.filter((option) => option.value !== '');
  const isInline = options.length <= 3 && options.every((option) => option.label.length <= SHORT_LABEL_CHARS);
  const ref = useRef<HTMLDivElement>(null);
  useAdoptChecked(
    () => ref.current?.querySelector<HTMLInputElement>('input:checked')?.value ?? '',
    value,
    onChange,
  );

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <AriaRadioGroup
        ref={ref}
        className="ui-field-body"
        name={name}
        validationBehavior="aria"
        value={value === '' ? null : value}
        onChange={onChange}
        isInvalid={messages.length > 0}
        {...given({ isRequired, isDisabled, onBlur: props.onBlur, 'aria-describedby': describedBy(props) })}
      >
        <FieldLabel label={label} isRequired={isRequired} optionalText={optionalText} />
        <FieldHint id={id} hint={hint} />
        <div className="ui-choices" data-inline={isInline || undefined}>
          {options.map((option, index) => (
            <Radio
              key={option.value}
              id={index === 0 ? `${id}-input` : `${id}-input-${index + 1}`}
              className="ui-choice"
              value={option.value}
            >
              <span className="ui-choice-mark" data-round />
              <span>
                {option.label}
                {option.hint !== undefined && <span className="ui-choice-hint">{option.hint}</span>}
              </span>
            </Radio>
          ))}
        </div>
        <FieldMessages id={id} messages={messages} />
      </AriaRadioGroup>
    </FieldFrame>
  );
}
