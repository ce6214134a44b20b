import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { queryKeys, useQueryState } from '#api/queries.ts';
import { useDocument } from '#application/account/upload-hooks.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Tabs } from '#form/page.ts';
import { TabsConflict } from './tabs-conflict.tsx';
import { UploadInProgress } from './upload-in-progress.tsx';

/** The state of the file that tabs are tied to, and the call they make before they leave its tab. */
export interface TiedFile {
  /** Whether leaving the tab deletes a file. */
  readonly isThere: boolean;
  /** Deletes the file; resolves to true if its tab may be left. */
  readonly leave: () => Promise<boolean>;
}

/**
 * Keeps the applicant on the file's tab while the file uploads or converts. After that, leaving deletes the file
 * first.
 */
export function FileTabs({
  group,
  file,
  tiedRef,
  onKnown,
  onKeep,
}: {
  readonly group: Tabs;
  readonly file: AnswerKey;
  /** Receives the state of the file once it is known. */
  readonly tiedRef: RefObject<TiedFile | null>;
  /** Called when the state of the file becomes known. */
  readonly onKnown: () => void;
  /** Called with the tab to keep; the others are emptied. */
  readonly onKeep: (id: string) => void;
}) {
  const { upload, attached, isUnderWay, isThere, remove } = useDocument(file);
  const fileName = attached?.file_name ?? (isUnderWay && 'name' in upload ? upload.name : undefined);
  const list = useQueryState(queryKeys.documentAnswers);
  const isKnown = (list?.status ?? 'pending') !== 'pending';
  const mayBeThere = isThere || list?.data === undefined;
  const [isBlocked, setIsBlocked] = useState(false);

  useEffect(() => {
    if (!isKnown) return;
    tiedRef.current = {
      isThere: isThere && !isUnderWay,
      async leave() {
        if (!isUnderWay) return !mayBeThere || remove();
        setIsBlocked(true);
        return false;
      },
    };
    return () => {
      tiedRef.current = null;
    };
  });

  const tellKnown = useEffectEvent(onKnown);
  useEffect(() => {
    if (isKnown) tellKnown();
  }, [isKnown]);

  return (
    <>
      <TabsConflict group={group} fileName={fileName} onKeep={onKeep} />
      <UploadInProgress isOpen={isBlocked} onClose={() => setIsBlocked(false)} />
    </>
  );
}
