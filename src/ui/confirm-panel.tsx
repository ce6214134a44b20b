import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ModalPanel } from './modal-panel.tsx';

export interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly isPending?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmPanel({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isPending,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  return (
    <ModalPanel
      isOpen={isOpen}
      title={title}
      isDismissable={false}
      isBrief
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      actions={
        <>
          <Button variant="secondary" autoFocus onPress={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant="danger" isPending={isPending} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
    </ModalPanel>
  );
}
