import { type ReactNode, useId } from 'react';
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
  const id = useId();
  return (
    <div className="ui-disclosure">
      {!isOpen && before}
      {control === 'checkbox' ? (
        <Checkbox
          id={id}
          name=""
          label={label}
          value={isOpen ? 'true' : ''}
          onChange={(value) => onOpenChange(value === 'true')}
        />
      ) : (
        <Button
          variant="secondary"
          icon={isOpen ? undefined : <PlusIcon size={1.1} />}
          className="ui-disclosure-button"
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onPress={() => onOpenChange(!isOpen)}
        >
          {isOpen ? openLabel : label}
        </Button>
      )}
      <div id={`${id}-content`} className="ui-disclosure-content" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
