import { type ReactNode, useRef } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(
  () => import('./popover-panel.tsx'),
  ({ PopoverPanel }) => PopoverPanel,
);

interface PopoverProps {
  /** The label of the button and of the dialog it opens. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  readonly closeLabel?: string | undefined;
}

/** A button that opens a small dialog beside it. The dialog's code loads at the first press. */
export function Popover({
  label,
  icon,
  variant = 'quiet',
  isOpen,
  onOpenChange,
  children,
  closeLabel,
}: PopoverProps) {
  const PopoverPanel = usePart(panel, isOpen);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        buttonRef={trigger}
        variant={variant}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => onOpenChange(!isOpen)}
      >
        {label}
      </Button>
      {PopoverPanel !== null && (
        <PopoverPanel label={label} triggerRef={trigger} onOpenChange={onOpenChange} closeLabel={closeLabel}>
          {children}
        </PopoverPanel>
      )}
    </>
  );
}
