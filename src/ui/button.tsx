import type { ReactNode, Ref } from 'react';
import { Spinner } from './spinner.tsx';
import './button.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** `continue` and `submit` are the sizes of specification §2. */
type ButtonSize = 'regular' | 'small' | 'continue' | 'submit';

interface ButtonProps {
  readonly children: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly type?: 'button' | 'submit' | 'reset' | undefined;
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  /** A busy button keeps the focus and its width, ignores presses and announces `pendingText`. */
  readonly isPending?: boolean | undefined;
  readonly pendingText?: string | undefined;
  readonly icon?: ReactNode;
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly className?: string | undefined;
  /** Replaces the visible words for screen readers; must begin with them. */
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly 'aria-haspopup'?: 'dialog' | 'menu' | 'listbox' | undefined;
  readonly 'aria-controls'?: string | undefined;
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
  className = '',
  ...rest
}: ButtonProps) {
  const isBusy = isPending === true;
  return (
    <>
      <button
        {...rest}
        ref={buttonRef}
        // oxlint-disable-next-line react/button-has-type -- the default is 'button'
        type={type}
        className={`${buttonClass(variant, size)} ${className}`}
        disabled={isDisabled}
        // Not `disabled` while busy: the button would lose the focus.
        aria-disabled={isBusy || undefined}
        data-pending={isBusy || undefined}
        onClick={(event) => {
          if (isBusy) event.preventDefault();
          else onPress?.();
        }}
      >
        <span className="ui-button-content">
          {icon}
          {children}
        </span>
        {isBusy && <Spinner size="medium" isDecorative />}
      </button>
      {isPending !== undefined && (
        <span className="ui-hidden" role="status">
          {isBusy ? pendingText : ''}
        </span>
      )}
    </>
  );
}

/** The classes for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular'): string {
  return `ui-button ui-button-${variant} ui-button-${size}`;
}
