import { type ReactNode, useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { Layer } from './layer.tsx';
import './modal-panel.css';

export interface ModalProps {
  readonly title: string;
  /** 30rem, 60rem or 80vw; on a tablet 30rem, 70vw or 90vw (specification §9). */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last: it is at the right, and on a phone on top. */
  readonly actions?: ReactNode;
  /** Stacks buttons that are too long to fit side by side, as on a phone. */
  readonly areActionsStacked?: boolean | undefined;
  /** Whether a press outside closes the dialog; Escape and Close always do. */
  readonly isDismissable?: boolean | undefined;
  /** The content is short enough for a screen reader to read it with the title. */
  readonly isBrief?: boolean | undefined;
}

export function ModalPanel({
  title,
  size = 'small',
  isOpen,
  onOpenChange,
  children,
  actions,
  areActionsStacked,
  isDismissable = true,
  isBrief = false,
}: ModalProps) {
  const bodyId = useId();
  return (
    <ModalOverlay
      className="ui-veil"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
    >
      <Modal className="ui-modal ui-raised" data-size={size}>
        <Layer onBack={() => onOpenChange(false)} />
        <Dialog className="ui-dialog ui-stack" {...(isBrief && { 'aria-describedby': bodyId })}>
          <div className="ui-dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {isDismissable && (
              <Button
                variant="quiet"
                className="ui-dialog-close"
                aria-label="Close"
                onPress={() => onOpenChange(false)}
              >
                <CloseIcon />
              </Button>
            )}
          </div>
          <div id={bodyId} className="ui-dialog-body ui-stack">
            {children}
          </div>
          {actions !== undefined && (
            <div className="ui-dialog-actions ui-row" data-stacked={areActionsStacked}>
              {actions}
            </div>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
