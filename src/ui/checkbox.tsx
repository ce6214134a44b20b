import { useRef } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { type FieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { given } from './given.ts';
import { CheckIcon } from './icons.tsx';
import { useAdoptChecked } from './use-adopt-typed.ts';
import './choice.css';

const TICKED = 'true';

/** One box; its answer is 'true' or ''. In a `FieldGroup` it is one of several. */
export function Checkbox(props: FieldProps) {
  const { id, name, label, hint, messages = [], isRequired, isDisabled, value, onChange } = props;
  const ref = useRef<HTMLInputElement>(null);
  useAdoptChecked(() => (ref.current?.checked === true ? TICKED : ''), value, onChange);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <AriaCheckbox
        id={`${id}-input`}
        className="ui-choice"
        inputRef={ref}
        name={name}
        value={TICKED}
        validationBehavior="aria"
        isSelected={value === TICKED}
        onChange={(isTicked) => onChange(isTicked ? TICKED : '')}
        isInvalid={messages.length > 0}
        {...given({ isRequired, isDisabled, onBlur: props.onBlur, 'aria-describedby': describedBy(props) })}
      >
        <span className="ui-choice-mark">
          <CheckIcon size={0.85} />
        </span>
        <span>
          {/* A box left empty is an answer too: nothing needs to be called optional. */}
          <LabelText label={label} isRequired={isRequired} optionalText={props.optionalText ?? ''} />
        </span>
      </AriaCheckbox>
      <FieldHint id={id} hint={hint} />
      <FieldMessages id={id} messages={messages} />
    </FieldFrame>
  );
}
