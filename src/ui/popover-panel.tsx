import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.tsx';
import './popover-panel.css';

interface PopoverPanelProps {
  readonly label: string;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  readonly closeLabel?: string | undefined;
}

export function PopoverPanel({
  label,
  triggerRef,
  onOpenChange,
  children,
  closeLabel = 'Close',
}: PopoverPanelProps) {
  return (
    <Popover
      className="ui-popover"
      triggerRef={triggerRef}
      isOpen
      onOpenChange={onOpenChange}
      placement="bottom end"
      offset={6}
    >
      <Dialog className="ui-popover-dialog" aria-label={label}>
        {children}
        <Button variant="quiet" onPress={() => onOpenChange(false)}>
          {closeLabel}
        </Button>
      </Dialog>
    </Popover>
  );
}
