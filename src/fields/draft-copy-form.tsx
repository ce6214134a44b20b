import { type ReactNode, type SubmitEvent, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import './draft-copy.css';

interface DraftCopyFormProps {
  readonly title: string;
  /** The label of the button that submits. */
  readonly action: string;
  readonly isPending: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog of a copy of the answers: a few fields, and one button. */
export function DraftCopyForm(props: DraftCopyFormProps) {
  const { title, action, isPending, onSubmit, onClose, children } = props;
  const formId = useId();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void onSubmit();
  }

  return (
    <Modal
      title={title}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className="draft-copy-form" noValidate onSubmit={submit}>
        {children}
      </form>
    </Modal>
  );
}
