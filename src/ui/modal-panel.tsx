import { useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import type { ModalProps } from './modal.tsx';
import './modal-panel.css';

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
      <Modal className="ui-modal" data-size={size}>
        <Dialog className="ui-dialog" {...(isBrief && { 'aria-describedby': bodyId })}>
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
          <div id={bodyId} className="ui-dialog-body">
            {children}
          </div>
          {actions !== undefined && (
            <div className="ui-dialog-actions" data-stacked={areActionsStacked}>
              {actions}
            </div>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
