import { useEffect, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { Button } from './button.tsx';
import { type TypedFieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { given } from './given.ts';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { useAdoptTyped } from './use-adopt-typed.ts';
import './password-field.css';

/** A password that can be shown while it is typed. Pasting and password managers work as in any input. */
export function PasswordField(props: TypedFieldProps) {
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
  const [isShown, setIsShown] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  useAdoptTyped(ref, value, onChange);

  useEffect(() => {
    // Sent while shown, a browser would keep it among the ordinary form values.
    const form = ref.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <AriaTextField
        id={`${id}-input`}
        className="ui-field-body"
        validationBehavior="aria"
        value={value}
        onChange={onChange}
        isInvalid={messages.length > 0}
        {...given({ isRequired, isDisabled, onBlur: props.onBlur, 'aria-describedby': describedBy(props) })}
      >
        <FieldLabel label={label} isRequired={isRequired} optionalText={optionalText ?? ''} />
        <FieldHint id={id} hint={hint} />
        <div className="ui-password">
          <Input
            ref={ref}
            className="ui-input"
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete={props.autoComplete}
            enterKeyHint={props.enterKeyHint}
            maxLength={props.maxLength}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <Button
            variant="quiet"
            size="small"
            icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={`${id}-input`}
            isDisabled={isDisabled}
            onPress={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </div>
        <FieldMessages id={id} messages={messages} />
        <span className="ui-hidden" role="status">
          {isShown ? 'Your password is shown.' : ''}
        </span>
      </AriaTextField>
    </FieldFrame>
  );
}
