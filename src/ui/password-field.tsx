import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { TypedFieldProps } from './field-props.ts';
import { Field } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './late-icons.tsx';
import { useSay } from './use-say.ts';
import { useAroundText, useOwnText } from './use-text-input.ts';
import './password-field.css';

interface PasswordFieldProps extends TypedFieldProps {
  /** The id of a further description, such as a checklist. */
  readonly describedById?: string;
  /** The password's name in the button's label: "new password" if there are two fields. */
  readonly calledName?: string | undefined;
}

/** A password field that can show the password. Pasting and password managers work as in any input. */
export function PasswordField({ describedById, calledName = 'password', ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const ownText = useOwnText(ref, props);
  const { inputProps, parts } = useAroundText(
    {
      ...props,
      type: isShown ? 'text' : 'password',
      autoCapitalize: 'none',
    },
    'input',
    ref,
    describedById,
  );

  useSay(isShown ? `Your ${calledName} is shown.` : '');

  useEffect(() => {
    // Hide it before sending: a browser would store a shown password with ordinary form values.
    const form = ref.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <Field {...props} parts={parts}>
      <div className="ui-password">
        <input {...inputProps} {...ownText} ref={ref} className="ui-input" />
        <Button
          variant="quiet"
          size="small"
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${calledName}`}
          aria-controls={inputProps.id}
          isDisabled={props.isDisabled}
          onPress={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
    </Field>
  );
}
