import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useAnswersFacade } from '#answers/answers-context.tsx';
import type { AnswersFacade } from '#answers/start.ts';
import { refreshDocuments, useDocumentAnswers } from '#api/documents.ts';
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
  /** Tells when the upload or the conversion failed. */
  readonly onFailed: DocumentUpload['onFailed'];
}

/** One upload per person and question, so that a field and the tabs around it see the same one. */
const uploads = new WeakMap<AnswersFacade, Map<string, DocumentUpload>>();

/** The document of a file question. */
export function useDocument(key: AnswerKey, isLoggedIn: boolean): DocumentHandle {
  const facade = useAnswersFacade();
  const client = useQueryClient();
  const document = useDocumentAnswers(isLoggedIn)[key];
  const upload = uploadFor(
    facade,
    key,
    () =>
      new DocumentUpload(key, clock, {
        onAttached: async () => {
          await refreshDocuments(client);
          facade.store.set(key, ANSWERED);
        },
        onCleared: async () => {
          facade.store.set(key, EMPTY_ANSWER);
          await refreshDocuments(client);
        },
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
    onFailed: upload.onFailed,
  };
}

function uploadFor(facade: AnswersFacade, key: AnswerKey, make: () => DocumentUpload): DocumentUpload {
  const known = uploads.get(facade) ?? new Map<string, DocumentUpload>();
  uploads.set(facade, known);
  const name = `${facade.owner}/${key}`;
  const upload = known.get(name) ?? make();
  known.set(name, upload);
  return upload;
}
