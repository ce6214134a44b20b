import type { ReactNode, Ref } from 'react';
import { type AriaButtonProps, useButton } from 'react-aria/useButton';
import { useObjectRef } from 'react-aria/useObjectRef';
import { given, type Optional } from './given.ts';
import { Spinner } from './spinner.tsx';
import { useSay } from './use-say.ts';
import './button.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** `continue` and `submit` are the sizes of specification §2. */
type ButtonSize = 'regular' | 'small' | 'continue' | 'submit';

type LibraryProps = Pick<
  AriaButtonProps,
  | 'id'
  | 'type'
  | 'form'
  | 'autoFocus'
  | 'isDisabled'
  | 'onPress'
  | 'onPressStart'
  | `aria-${'describedby' | 'expanded' | 'haspopup' | 'controls'}`
>;

interface ButtonProps extends Optional<LibraryProps> {
  readonly children: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** A busy button keeps the focus and its width, ignores presses and announces `pendingText`. */
  readonly isPending?: boolean | undefined;
  readonly pendingText?: string | undefined;
  readonly icon?: ReactNode;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
  readonly className?: string | undefined;
  /** The id of an element with `popover`, which the button opens even before the script runs. */
  readonly popoverTarget?: string | undefined;
  /** Replaces the visible words for screen readers; must begin with them. */
  readonly 'aria-label'?: string | undefined;
}

export function Button({
  children,
  variant = 'primary',
  size = 'regular',
  type = 'button',
  onPress,
  isDisabled,
  isPending,
  pendingText = 'Please wait …',
  icon,
  buttonRef,
  popoverTarget,
  className = '',
  ...rest
}: ButtonProps) {
  const isBusy = isPending === true;
  const ref = useObjectRef(buttonRef);
  const { buttonProps } = useButton(
    {
      ...given(rest),
      ...(isBusy && { 'aria-disabled': true }),
      isDisabled: isDisabled === true,
      onPress: (event) => {
        // Not disabled while busy: the button would lose the focus.
        if (!isBusy) onPress?.(event);
      },
    },
    ref,
  );
  useSay(isBusy ? pendingText : '');
  return (
    <button
      {...buttonProps}
      ref={ref}
      // oxlint-disable-next-line react/button-has-type -- the default is 'button'
      type={isBusy ? 'button' : type}
      popoverTarget={popoverTarget}
      className={`${buttonClass(variant, size)} ${className}`}
      data-pending={isBusy || undefined}
    >
      <span className="ui-button-content">
        {icon}
        {children}
      </span>
      {isBusy && <Spinner size={size === 'small' ? 'small' : 'medium'} />}
    </button>
  );
}

/** The classes for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular'): string {
  return `ui-button ui-button-${variant} ui-button-${size}`;
}
