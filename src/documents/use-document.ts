import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useServerState } from '#api/server-state.ts';
import { isPending, type DocumentAnswer } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';
import { useDocuments } from './documents-context.ts';
import { isUnderWay, type UploadState } from './upload-state.ts';

/** The state and actions of one file question, for its field. */
interface DocumentHandle {
  readonly upload: UploadState;
  /** The document on the server, once it is converted to PDF. */
  readonly attached: DocumentAnswer | undefined;
  /** Whether a file is being sent or converted, or waits for that. */
  readonly isUnderWay: boolean;
  /** Whether the server has a file, or is converting one. */
  readonly isThere: boolean;
  readonly choose: (file: File) => void;
  readonly retry: () => void;
  /** Removes the file; resolves to false if the session has ended first. */
  readonly remove: () => Promise<boolean>;
  /** Call when the applicant has seen why the upload failed. */
  readonly seen: () => void;
}

/** Returns the document of a file question, and follows a running conversion. */
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
    // A failed upload is not under way, even if the server still lists the conversion as pending.
    isUnderWay: isUnderWay(state) || (isConverting && state.status !== 'failed'),
    isThere: isConverting || document?.status === 'COMPLETED',
    choose,
    retry,
    remove,
    seen,
  };
}
