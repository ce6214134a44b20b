import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useAnswerStore } from '#answers/answers-context.tsx';
import { useDocumentAnswers, useRefreshDocuments } from '#api/documents.ts';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { clock } from '#device/clock.ts';
import { ANSWERED } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { DocumentUpload, type UploadState } from './document-upload.ts';

/** One file question as its field shows it. */
export interface DocumentHandle {
  readonly upload: UploadState;
  /** What the server has, once it is a PDF. */
  readonly attached: DocumentAnswer | undefined;
  readonly isConverting: boolean;
  readonly choose: (file: File) => void;
  readonly remove: () => Promise<void>;
}

/**
 * The document of a file question.
 *
 * @param onFailed is told when the upload or the conversion failed
 */
export function useDocument(
  key: AnswerKey,
  isLoggedIn: boolean,
  onFailed: (sentence: string) => void = () => undefined,
): DocumentHandle {
  const store = useAnswerStore();
  const refresh = useRefreshDocuments();
  const document = useDocumentAnswers(isLoggedIn)[key];
  const [upload] = useState(
    () =>
      new DocumentUpload(key, clock, {
        onAttached: async () => {
          await refresh();
          store.set(key, ANSWERED);
        },
        onCleared: async () => {
          store.set(key, EMPTY_ANSWER);
          await refresh();
        },
        onFailed,
      }),
  );
  const state = useSyncExternalStore(upload.subscribe, upload.getState, upload.getState);
  const isUnderWay = document?.status === 'UNPROCESSED' || document?.status === 'IN_PROGRESS';

  useEffect(() => {
    if (isUnderWay) void upload.follow(document.file_name);
  }, [isUnderWay, upload, document?.file_name]);

  const choose = useCallback((file: File) => void upload.choose(file), [upload]);
  const remove = useCallback(() => upload.remove(), [upload]);
  return {
    upload: state,
    attached: document?.status === 'COMPLETED' ? document : undefined,
    isConverting: state.status === 'uploading' || state.status === 'converting' || isUnderWay,
    choose,
    remove,
  };
}
