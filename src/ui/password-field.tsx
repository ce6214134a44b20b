import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { type TypedFieldProps, inputProps } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './late-icons.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import './password-field.css';

/** A password field that can show the password. Pasting and password managers work as in any input. */
export function PasswordField(
  props: TypedFieldProps & {
    /** The id of a further description, such as a checklist. */
    readonly describedById?: string;
    /** The password's name in the button's label: "new password" where there are two fields. */
    readonly calledName?: string | undefined;
  },
) {
  const { id, messages, isDisabled, value, onChange, describedById, calledName = 'password' } = props;
  const [isShown, setIsShown] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const first = useOwnValue(ref, value, onChange);

  useEffect(() => {
    // Hide it before sending: a browser would store a shown password with ordinary form values.
    const form = ref.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <FieldLabel {...props} />
      <FieldHint {...props} />
      <div className="ui-password">
        <input
          {...inputProps(props, describedById)}
          ref={ref}
          defaultValue={first}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          variant="quiet"
          size="small"
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${calledName}`}
          aria-controls={`${id}-input`}
          isDisabled={isDisabled}
          onPress={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
      <FieldMessages {...props} />
      <span className="ui-hidden" role="status">
        {isShown ? `Your ${calledName} is shown.` : ''}
      </span>
    </FieldFrame>
  );
}
