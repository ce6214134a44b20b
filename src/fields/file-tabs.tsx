import { useState, type ReactNode } from 'react';
import { useDocument } from '#documents/use-document.ts';
import type { AnswerKey } from '#form/keys.ts';
import { UploadInProgress } from './upload-in-progress.tsx';

/** The file that tabs are tied to, as they ask for it before they leave its tab. */
export interface TiedFile {
  /** Whether leaving takes a file away. */
  readonly isThere: boolean;
  /** Takes it away; tells whether its tab may be left. */
  readonly leave: () => Promise<boolean>;
}

/** While the file that tabs are tied to converts its tab is not left; afterwards the file goes before the tab does. */
export function FileTabs({
  file,
  children,
}: {
  readonly file: AnswerKey;
  readonly children: (tiedFile: TiedFile) => ReactNode;
}) {
  const { isUnderWay, isThere, remove } = useDocument(file);
  const [isBlocked, setIsBlocked] = useState(false);

  async function leave(): Promise<boolean> {
    if (isUnderWay) {
      setIsBlocked(true);
      return false;
    }
    return !isThere || remove();
  }

  return (
    <>
      {children({ isThere: isThere && !isUnderWay, leave })}
      <UploadInProgress isOpen={isBlocked} onClose={() => setIsBlocked(false)} />
    </>
  );
}
