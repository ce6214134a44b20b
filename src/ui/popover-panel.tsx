import type { HTMLAttributes, ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.tsx';
import { Layer } from './layer.tsx';
import './popover-panel.css';

interface PopoverPanelProps {
  readonly label: string;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  /** Whether the panel takes the focus, and a press outside closes it. */
  readonly isModal: boolean;
  readonly hoverProps: HTMLAttributes<HTMLElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PopoverPanel({
  label,
  triggerRef,
  isModal,
  hoverProps,
  onClose,
  children,
}: PopoverPanelProps) {
  const content = (
    <div {...hoverProps} className="ui-popover-content ui-stack">
      <Layer onBack={onClose} />
      {children}
      <Button variant="quiet" onPress={onClose}>
        Close
      </Button>
    </div>
  );
  return (
    <Popover
      className="ui-popover ui-raised"
      triggerRef={triggerRef}
      isOpen
      isNonModal={!isModal}
      onOpenChange={onClose}
      placement="bottom end"
      offset={6}
    >
      {isModal ? (
        <Dialog className="ui-popover-dialog" aria-label={label}>
          {content}
        </Dialog>
      ) : (
        <div role="group" aria-label={label}>
          {content}
        </div>
      )}
    </Popover>
  );
}
