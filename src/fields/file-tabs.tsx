import { useState, type ReactNode } from 'react';
import { useDocument } from '#documents/use-document.ts';
import type { AnswerKey } from '#form/keys.ts';
import { Modal } from '#ui/modal.tsx';

/** While the file that tabs are tied to converts the switch is blocked; afterwards the file goes before the switch does. */
export function FileTabs({
  file,
  children,
}: {
  readonly file: AnswerKey;
  /** Gives the tabs, which ask before they switch. */
  readonly children: (mayLeave: () => Promise<boolean>) => ReactNode;
}) {
  const { isUnderWay, isThere, remove } = useDocument(file);
  const [isBlocked, setIsBlocked] = useState(false);

  async function mayLeave(): Promise<boolean> {
    if (isUnderWay) {
      setIsBlocked(true);
      return false;
    }
    return !isThere || remove();
  }

  return (
    <>
      {children(mayLeave)}
      <Modal title="File Upload in Progress" size="small" isOpen={isBlocked} onOpenChange={setIsBlocked}>
        <p>Please wait until the file upload has completed.</p>
      </Modal>
    </>
  );
}
