import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useServerState } from '#api/server-state.ts';
import { isPending, type DocumentAnswer } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';
import { isUnderWay, type UploadState } from './document-upload.ts';
import { useDocuments } from './documents-context.ts';

/** One file question as its field shows it. */
export interface DocumentHandle {
  readonly upload: UploadState;
  /** What the server has, once it is a PDF. */
  readonly attached: DocumentAnswer | undefined;
  /** Whether a file is on its way, or waits for it. */
  readonly isUnderWay: boolean;
  /** Whether the server has a file, or may yet have it. */
  readonly isThere: boolean;
  readonly choose: (file: File) => void;
  readonly retry: () => void;
  /** Tells whether the file is gone: not where the session has ended. */
  readonly remove: () => Promise<boolean>;
  /** To be called once the applicant has seen why it failed. */
  readonly seen: () => void;
}

/** The document of a file question. */
export function useDocument(key: AnswerKey): DocumentHandle {
  const document = useServerState().documents[key];
  const upload = useDocuments().uploadOf(key);
  const state = useSyncExternalStore(upload.subscribe, upload.getState, upload.getState);
  const isConverting = document !== undefined && isPending(document.status);

  useEffect(() => {
    if (isConverting) void upload.follow(document.file_name);
  }, [isConverting, upload, document?.file_name]);

  const choose = useCallback((file: File) => void upload.choose(file), [upload]);
  const retry = useCallback(() => upload.retry(), [upload]);
  const seen = useCallback(() => void upload.seen(), [upload]);
  const remove = useCallback(() => upload.remove(), [upload]);
  return {
    upload: state,
    attached: document?.status === 'COMPLETED' ? document : undefined,
    // Not where it was given up to learn what becomes of it.
    isUnderWay: isUnderWay(state) || (isConverting && state.status !== 'failed'),
    isThere: isConverting || document?.status === 'COMPLETED',
    choose,
    retry,
    remove,
    seen,
  };
}
