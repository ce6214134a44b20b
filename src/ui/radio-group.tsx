import { useRef } from 'react';
import { useCheckbox } from 'react-aria/useCheckbox';
import { useToggleState } from 'react-stately/useToggleState';
import { Button } from './button.tsx';
import type { ChoiceOption, FieldProps } from './field-props.ts';
import { Field, useGroup } from './field.tsx';
import { given } from './given.ts';
import { useAdopted } from './use-adopt-typed.ts';
import './choice.css';

const SHORT_LABEL_CHARS = 12;

interface RadioGroupProps extends FieldProps {
  /** The empty option of a list is left out: leaving every radio unchecked means the same. */
  readonly options: readonly ChoiceOption[];
}

export function RadioGroup(props: RadioGroupProps) {
  const { id, value, onChange } = props;
  const options = props.options.filter((option) => option.value !== '');
  const isInline = options.length <= 3 && options.every((option) => option.label.length <= SHORT_LABEL_CHARS);
  const ref = useRef<HTMLDivElement>(null);
  const readTicked = () => ref.current?.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
  useAdopted(readTicked, value, onChange);

  const { parts, groupProps } = useGroup(props, 'radiogroup');

  function clear() {
    onChange('');
    // The pressed button disappears, so the focus moves to the radios.
    ref.current?.querySelector('input')?.focus();
  }
  const beside = props.isRequired !== true && props.isDisabled !== true && (
    // Its place is reserved from the beginning, so that nothing moves when it appears.
    <span className="ui-clear" data-shown={value !== '' || undefined}>
      <Button variant="quiet" size="small" aria-label={`Clear the answer to: ${props.label}`} onPress={clear}>
        Clear
      </Button>
    </span>
  );

  return (
    <Field {...props} parts={parts} groupProps={groupProps} beside={beside || undefined}>
      <div ref={ref} className="ui-choices ui-stack" data-inline={isInline || undefined}>
        {options.map((option, index) => (
          <Radio
            key={option.value}
            {...props}
            id={index === 0 ? `${id}-input` : `${id}-input-${index + 1}`}
            option={option}
          />
        ))}
      </div>
    </Field>
  );
}

interface RadioProps extends FieldProps {
  readonly option: ChoiceOption;
}

function Radio({ id, form, name, isDisabled, option, value, onChange, onBlur }: RadioProps) {
  const { label, hint } = option;
  const ref = useRef<HTMLInputElement>(null);
  const options = {
    ...given({ form, isDisabled, onBlur }),
    id,
    name,
    value: option.value,
    children: label,
    isSelected: option.value === value,
    // A press on the radio that is already chosen changes nothing.
    onChange: (isTicked: boolean) => {
      if (isTicked) onChange(option.value);
    },
  };
  const { inputProps, labelProps } = useCheckbox(options, useToggleState(options), ref);
  return (
    <label {...labelProps} className="ui-choice">
      <input {...inputProps} ref={ref} type="radio" className="ui-mark" />
      <span>
        {label}
        {hint !== undefined && <span className="ui-choice-hint ui-quiet">{hint}</span>}
      </span>
    </label>
  );
}
