import { useRef } from 'react';
import { useRadio, useRadioGroup } from 'react-aria/useRadioGroup';
import { type RadioGroupState, useRadioGroupState } from 'react-stately/useRadioGroupState';
import type { ChoiceOption, FieldProps } from './field-props.ts';
import { Field, labelledOptions } from './field.tsx';
import { given } from './given.ts';
import { useAdoptChecked } from './use-adopt-typed.ts';
import './choice.css';

const SHORT_LABEL_CHARS = 12;

interface RadioGroupProps extends FieldProps {
  /** The empty option of a list is left out: leaving every radio unticked means the same. */
  readonly options: readonly ChoiceOption[];
}

export function RadioGroup(props: RadioGroupProps) {
  const { id, name, value, onChange } = props;
  const options = props.options.filter((option) => option.value !== '');
  const isInline = options.length <= 3 && options.every((option) => option.label.length <= SHORT_LABEL_CHARS);
  const ref = useRef<HTMLDivElement>(null);
  const readTicked = () => ref.current?.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
  useAdoptChecked(readTicked, value, onChange);

  const groupOptions = {
    ...labelledOptions(props),
    ...given({ onBlur: props.onBlur }),
    id,
    name,
    value: value === '' ? null : value,
    onChange,
  };
  const state = useRadioGroupState(groupOptions);
  const { radioGroupProps, ...parts } = useRadioGroup(groupOptions, state);

  return (
    <Field {...props} parts={parts} groupProps={radioGroupProps}>
      <div ref={ref} className="ui-choices" data-inline={isInline || undefined}>
        {options.map((option, index) => (
          <Radio
            key={option.value}
            id={index === 0 ? `${id}-input` : `${id}-input-${index + 1}`}
            option={option}
            state={state}
          />
        ))}
      </div>
    </Field>
  );
}

interface RadioProps {
  readonly id: string;
  readonly option: ChoiceOption;
  readonly state: RadioGroupState;
}

function Radio({ id, option, state }: RadioProps) {
  const { value, label, hint } = option;
  const ref = useRef<HTMLInputElement>(null);
  const { inputProps, labelProps } = useRadio({ id, value, children: label }, state, ref);
  return (
    <label {...labelProps} className="ui-choice">
      <input {...inputProps} ref={ref} className="ui-mark" />
      <span>
        {label}
        {hint !== undefined && <span className="ui-choice-hint">{hint}</span>}
      </span>
    </label>
  );
}
