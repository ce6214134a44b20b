import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { useHoverMenu } from './use-hover-menu.ts';
import { definePart, usePart } from './use-part.ts';

const panel = definePart(() => import('./popover-panel.tsx'));

interface PopoverProps {
  /** The label of the button and of the dialog it opens. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A button that opens a small dialog beside it, by a press or under a resting mouse. The dialog's code loads then. */
export function Popover({ label, isOpen, onOpenChange, ...rest }: PopoverProps) {
  const PopoverPanel = usePart(panel, isOpen, true)?.PopoverPanel;
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useHoverMenu(isOpen, onOpenChange);
  const { isPressed, hoverProps, press, close } = menu;

  useEffect(() => {
    // A menu under the mouse does not have the focus, so it would not get the key.
    if (!isOpen || isPressed) return;
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  });

  return (
    <>
      <span {...hoverProps}>
        <Button
          buttonRef={trigger}
          variant="quiet"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPress={press}
        >
          {label}
        </Button>
      </span>
      {PopoverPanel !== undefined && (
        <PopoverPanel
          // If the mouse has opened the menu, a press on the button moves the focus into it.
          key={String(isPressed)}
          {...rest}
          label={label}
          triggerRef={trigger}
          isModal={isPressed}
          hoverProps={hoverProps}
          onClose={close}
        />
      )}
    </>
  );
}
