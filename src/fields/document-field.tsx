import { useEffect, useState } from 'react';
import { queryKeys } from '#api/queries.ts';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import { useDocument } from '#application/account/upload-hooks.ts';
import { fittingOf, isPhoto } from '#files/fit-file.ts';
import { FILE_ACCEPT, withTrueEnding } from '#files/kind-of-file.ts';
import type { FileQuestion } from '#form/question.ts';
import { sizeText } from '#form/size-text.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FileDrop, type FileDropState } from '#ui/file-drop.tsx';
import { useFieldProps } from './field-props.ts';
import { FitDialog } from './fit-dialog.tsx';
import { PhotosDialog } from './photos-dialog.tsx';
import { useFailure } from './query-boundary.tsx';

/** A file question for a logged-in applicant: choose a file, make it fit, upload it, delete it. */
export function DocumentField({ question }: { readonly question: FileQuestion }) {
  const { key } = question;
  const props = useFieldProps(question);
  const [isDeleting, setIsDeleting] = useState(false);
  const [unfit, setUnfit] = useState<File>();
  const [photos, setPhotos] = useState<readonly File[]>();
  const [refusal, setRefusal] = useState<string>();
  const { upload, attached, choose, retry, remove, seen } = useDocument(key);
  const hasFailed = upload.status === 'failed';
  const failure = useFailure(queryKeys.documentAnswers);

  useEffect(() => {
    const field = hasFailed ? document.getElementById(key) : null;
    if (field === null) return;
    const watcher = new IntersectionObserver((sights) => {
      if (!sights.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      seen();
    });
    watcher.observe(field);
    return () => watcher.disconnect();
  }, [hasFailed, key, seen]);

  function state(): FileDropState {
    // An upload is known without the list of documents.
    if (failure !== undefined && upload.status === 'none')
      return {
        status: 'error',
        message: `We could not load your file. ${failure.sentence}`,
        onRetry: failure.askAgain,
      };
    if (hasFailed && attached !== undefined) return done(attached);
    switch (upload.status) {
      case 'waiting':
        return { ...upload, onRetry: retry, onCancel: takeBack };
      case 'asking': {
        const { name } = upload;
        return { status: 'waiting', name, isOffline: false, onRetry: retry, onCancel: takeBack };
      }
      case 'uploading':
        return { ...upload, size: sizeText(upload.size), onCancel: takeBack };
      case 'converting':
        return { ...upload, onCancel: takeBack };
      case 'failed': {
        const { file, message } = upload;
        return { status: 'error', message, onRetry: file === undefined ? undefined : () => choose(file) };
      }
      case 'none':
        if (attached === undefined) {
          return refusal === undefined ? { status: 'empty' } : { status: 'error', message: refusal };
        }
        return done(attached);
      default:
        return upload satisfies never;
    }
  }

  function done({ file_name: name, file_size: size }: DocumentAnswer): FileDropState {
    return { status: 'done', name, size: sizeText(size), onDelete: () => setIsDeleting(true) };
  }

  async function take(chosen: readonly File[], isFromCamera: boolean) {
    const files = await Promise.all(chosen.map(withTrueEnding));
    const [file] = files;
    const areOneDocument = files.length === 1 || files.every(isPhoto);
    setRefusal(areOneDocument ? undefined : 'Please choose one file, or several photos that become one PDF.');
    if (!areOneDocument || file === undefined) return;
    if (files.length > 1 || isFromCamera) setPhotos(files);
    else if (fittingOf(file) === 'none') choose(file);
    else setUnfit(file);
  }

  function takeBack() {
    setIsDeleting(false);
    void remove();
  }

  return (
    <>
      <FileDrop
        {...props}
        accept={FILE_ACCEPT}
        hasCamera
        state={state()}
        onFiles={(files, isFromCamera) => void take(files, isFromCamera)}
        onFolder={(name) => setRefusal(`“${name}” is a folder. Please choose a file in it.`)}
      />
      {unfit !== undefined && (
        <FitDialog
          file={unfit}
          onCancel={() => setUnfit(undefined)}
          onFit={(fitted) => {
            setUnfit(undefined);
            choose(fitted);
          }}
          onAddPages={() => {
            setUnfit(undefined);
            setPhotos([unfit]);
          }}
        />
      )}
      {photos !== undefined && (
        <PhotosDialog
          photos={photos}
          onCancel={() => setPhotos(undefined)}
          onReady={(pdf) => {
            setPhotos(undefined);
            choose(pdf);
          }}
        />
      )}
      <ConfirmDialog
        title="Delete file"
        isOpen={isDeleting}
        confirmLabel="Delete"
        cancelLabel="Cancel"
        onCancel={() => setIsDeleting(false)}
        onConfirm={takeBack}
      >
        Are you sure you want to delete your file?
      </ConfirmDialog>
    </>
  );
}
