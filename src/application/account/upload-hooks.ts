import { createContext, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useServerState } from '#api/server-state.ts';
import { isPending } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { useProvided } from '#provided.ts';
import { useApplication } from '../hooks.ts';
import type { State } from '../model.ts';
import { isThere, uploadStateOf } from './upload-view.ts';
import type { Uploads } from './uploads.ts';

const UploadsContext = createContext<Uploads | undefined>(undefined);
export const UploadsProvider = UploadsContext.Provider;

/** Returns the account's uploads. Only the form of an account has them. */
export function useUploads(): Uploads {
  return useProvided(UploadsContext);
}

/** Returns the document of a file question, and follows a running conversion. */
export function useDocument(key: AnswerKey) {
  const document = useServerState().documents[key];
  const uploads = useUploads();
  const application = useApplication();
  const upload = useFiles((files) => files.get(key));
  const isConverting = document !== undefined && isPending(document.status);
  // A conversion that failed while nobody followed it is reported, too.
  const isFollowed = isConverting || (document?.status === 'FAILED' && upload === undefined);

  useEffect(() => {
    if (isFollowed) application.dispatch({ type: 'conversionSeen', key, document });
  }, [isFollowed, application, key, document]);

  return {
    upload: uploadStateOf(upload),
    /** The document on the server, once it is converted to PDF. */
    attached: document?.status === 'COMPLETED' ? document : undefined,
    /** A failed upload is not in progress, even if the server still lists the conversion as pending. */
    isUnderWay: upload === undefined ? isConverting : upload.step !== 'failed',
    /** Whether the server has a file, or is converting one. */
    isThere: isThere(document),
    choose: (file: File) => void uploads.choose(key, file),
    retry: () => application.dispatch({ type: 'filesHastened', key }),
    /** Deletes the file; resolves to whether it is gone. */
    remove: () => uploads.remove(key),
    /** Call when the applicant has seen why the upload failed. */
    seen: useCallback(() => application.dispatch({ type: 'fileSeen', key }), [application, key]),
  };
}

export function useAskedFile() {
  const { dispatch } = useApplication();
  const key = useFiles((files) => fileKeys.find((one) => files.get(one)?.step === 'asking'));
  const upload = useFiles((files) => key && files.get(key));
  if (key === undefined || upload === undefined) return undefined;
  const decide = (replaces: boolean) => dispatch({ type: 'fileDecided', key, replaces });
  return { key, name: upload.name, theirs: upload.theirs?.file_name, decide };
}

function useFiles<T>(select: (files: State['files']) => T): T {
  const { state, subscribe } = useApplication();
  const get = () => select(state.files);
  return useSyncExternalStore(subscribe, get, get);
}
