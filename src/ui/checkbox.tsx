import { useRef } from 'react';
import { useCheckbox } from 'react-aria/useCheckbox';
import { useToggleState } from 'react-stately/useToggleState';
import type { FieldProps } from './field-props.ts';
import { FieldFrame, FieldMessages, LabelText, labelledOptions } from './field.tsx';
import { given } from './given.ts';
import { Hint } from './hint.tsx';
import { useAdopted } from './use-adopt-typed.ts';
import './choice.css';

const TICKED = 'true';

/** One checkbox; its answer is 'true' or ''. A `FieldGroup` holds several of them. */
export function Checkbox(props: FieldProps) {
  const { id, name, messages = [], value, onChange } = props;
  const ref = useRef<HTMLInputElement>(null);
  useAdopted(() => (ref.current?.checked === true ? TICKED : ''), value, onChange);

  const options = {
    ...labelledOptions(props),
    ...given({ onBlur: props.onBlur }),
    id: `${id}-input`,
    name,
    value: TICKED,
    children: props.label,
    isSelected: value === TICKED,
    onChange: (isTicked: boolean) => onChange(isTicked ? TICKED : ''),
  };
  const state = useToggleState(options);
  const { inputProps, labelProps, descriptionProps, errorMessageProps } = useCheckbox(options, state, ref);

  return (
    <FieldFrame {...props}>
      <label {...labelProps} className="ui-choice">
        <input {...inputProps} ref={ref} className="ui-mark" />
        <span>
          {/* An empty box is an answer too, so the label does not say "optional" by default. */}
          <LabelText {...props} optionalText={props.optionalText ?? ''} />
        </span>
      </label>
      <Hint {...descriptionProps}>{props.hint}</Hint>
      <FieldMessages {...errorMessageProps} messages={messages} />
    </FieldFrame>
  );
}
