import { useEffect, useState } from 'react';
import { fittingOf } from '#documents/fit-file.ts';
import { useDocument } from '#documents/use-document.ts';
import type { FileQuestion } from '#form/question.ts';
import { FILE_TYPES } from '#limits.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FileDrop, type FileDropState } from '#ui/file-drop.tsx';
import { Hint } from '#ui/hint.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { useFieldProps } from './field-props.ts';
import { FitDialog } from './fit-dialog.tsx';
import { useFormStanding } from './form-context.tsx';

const FILE_ACCEPT = FILE_TYPES.map((type) => `.${type}`).join(',');

export function FileQuestionField({ question }: { readonly question: FileQuestion }) {
  const { isLoggedIn } = useFormStanding();
  if (isLoggedIn) return <DocumentField question={question} />;
  return (
    <div id={question.key}>
      <p className="ui-label">{question.label}</p>
      <Hint>This question can be finished once you have created an account.</Hint>
    </div>
  );
}

function DocumentField({ question }: { readonly question: FileQuestion }) {
  const { key, label } = question;
  const props = useFieldProps(question);
  const [isDeleting, setIsDeleting] = useState(false);
  const [unfit, setUnfit] = useState<File>();
  const { upload, attached, choose, remove, onFailed } = useDocument(key, true);

  useEffect(
    () =>
      onFailed((sentence) =>
        toasts.addError('Upload Error', `Error uploading file for ${label}: ${sentence}`),
      ),
    [onFailed, label],
  );

  function state(): FileDropState {
    switch (upload.status) {
      case 'uploading':
      case 'converting':
        return upload;
      case 'failed': {
        const { file, message } = upload;
        return { status: 'error', message, onRetry: file === undefined ? undefined : () => choose(file) };
      }
      case 'none':
        if (attached === undefined) return { status: 'empty' };
        return {
          status: 'done',
          name: attached.file_name,
          size: attached.file_size,
          onDelete: () => setIsDeleting(true),
        };
      default:
        return upload satisfies never;
    }
  }

  function take(file: File) {
    if (fittingOf(file) === 'none') choose(file);
    else setUnfit(file);
  }

  async function confirmDelete() {
    setIsDeleting(false);
    try {
      await remove();
    } catch {
      toasts.addError('Upload Error', `Error deleting file for ${label}. Please try again.`);
    }
  }

  return (
    <>
      <FileDrop {...props} accept={FILE_ACCEPT} hasCamera state={state()} onFile={take} />
      {unfit !== undefined && (
        <FitDialog
          file={unfit}
          onCancel={() => setUnfit(undefined)}
          onFit={(fitted) => {
            setUnfit(undefined);
            choose(fitted);
          }}
        />
      )}
      <ConfirmDialog
        title="Delete file"
        isOpen={isDeleting}
        isDanger
        confirmLabel="Delete"
        cancelLabel="Cancel"
        onCancel={() => setIsDeleting(false)}
        onConfirm={() => void confirmDelete()}
      >
        Are you sure you want to delete your file?
      </ConfirmDialog>
    </>
  );
}
