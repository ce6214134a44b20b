import { useState, type ReactNode } from 'react';
import { useDocument } from '#documents/use-document.ts';
import type { AnswerKey } from '#form/keys.ts';
import { UploadInProgress } from './upload-in-progress.tsx';

/** While the file that tabs are tied to converts the switch is blocked; afterwards the file goes before the switch does. */
export function FileTabs({
  file,
  children,
}: {
  readonly file: AnswerKey;
  /** Gives the tabs, which ask before they switch. */
  readonly children: (mayLeave: () => Promise<boolean>) => ReactNode;
}) {
  const { isUnderWay, attached, remove } = useDocument(file);
  const [isBlocked, setIsBlocked] = useState(false);

  async function mayLeave(): Promise<boolean> {
    if (isUnderWay) {
      setIsBlocked(true);
      return false;
    }
    return attached === undefined || remove();
  }

  return (
    <>
      {children(mayLeave)}
      <UploadInProgress isOpen={isBlocked} onClose={() => setIsBlocked(false)} />
    </>
  );
}
