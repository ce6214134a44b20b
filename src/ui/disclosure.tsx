import { type ReactNode, useId, useRef } from 'react';
import { useDisclosure } from 'react-aria/useDisclosure';
import { useDisclosureState } from 'react-stately/useDisclosureState';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { PlusIcon } from './icons.tsx';
import './disclosure.css';

interface DisclosureProps {
  readonly control: 'button' | 'checkbox';
  readonly label: string;
  /** The label of the button while open. */
  readonly openLabel?: string | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Shown only while closed. */
  readonly before?: ReactNode;
  /** Shown only while open. */
  readonly children: ReactNode;
}

/** A button or checkbox that shows `children` when it opens, and hides `before`. */
export function Disclosure(props: DisclosureProps) {
  const { control, label, openLabel = label, isOpen, onOpenChange, before, children } = props;
  const checkboxId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const state = useDisclosureState({ isExpanded: isOpen, onExpandedChange: onOpenChange });
  const { buttonProps, panelProps } = useDisclosure({}, state, panel);
  return (
    <div className="ui-disclosure ui-stack">
      {!isOpen && before}
      {control === 'checkbox' ? (
        <Checkbox
          id={checkboxId}
          name=""
          label={label}
          value={isOpen ? 'true' : ''}
          onChange={(value) => onOpenChange(value === 'true')}
        />
      ) : (
        <Button
          id={buttonProps.id}
          variant="secondary"
          icon={isOpen ? undefined : <PlusIcon size={1.1} />}
          className="ui-disclosure-button"
          aria-expanded={isOpen}
          aria-controls={panelProps.id}
          onPressStart={buttonProps.onPressStart}
          onPress={buttonProps.onPress}
        >
          {isOpen ? openLabel : label}
        </Button>
      )}
      <div
        {...panelProps}
        ref={panel}
        className="ui-disclosure-content ui-stack"
        aria-labelledby={control === 'checkbox' ? `${checkboxId}-input` : buttonProps.id}
      >
        {isOpen && children}
      </div>
    </div>
  );
}
