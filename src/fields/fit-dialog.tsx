import { type ReactNode, useEffect, useReducer, useState } from 'react';
import {
  type Fitted,
  fittingOf,
  PHOTO_TOO_LARGE,
  PHOTOS_BROKEN,
  PIXELS_HIDDEN,
  shrinkPhoto,
  UNREADABLE_PHOTO,
  withShortName,
} from '#files/fit-file.ts';
import { sizeText } from '#form/size-text.ts';
import { FILE_NAME_MAX_CHARS, MAX_FILE_TEXT } from '#limits.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PhotoPreview } from './photo-preview.tsx';
import './fit-dialog.css';

interface FitDialogProps {
  readonly file: File;
  readonly onFit: (fitted: File) => void;
  /** Called if the photo is one page of several. */
  readonly onAddPages: () => void;
  readonly onCancel: () => void;
}

/** Offers to make a photo smaller or a name shorter before the upload, and shows the result. */
export function FitDialog(props: FitDialogProps) {
  return fittingOf(props.file) === 'photo' ? <FitPhoto {...props} /> : <FitName {...props} />;
}

function FitModal({
  title,
  actions,
  onCancel,
  children,
}: {
  readonly title: string;
  /** Shown beside Cancel, the main one last. */
  readonly actions?: ReactNode;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Modal
      title={title}
      size="small"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      actions={
        <>
          <Button variant="secondary" onPress={onCancel}>
            Cancel
          </Button>
          {actions}
        </>
      }
    >
      {children}
    </Modal>
  );
}

function FitName({ file, onFit, onCancel }: FitDialogProps) {
  const fitted = withShortName(file);
  return (
    <FitModal
      title="Shorten the name?"
      onCancel={onCancel}
      actions={<Button onPress={() => onFit(fitted)}>Use this name</Button>}
    >
      <p>
        A file’s name can have at most {FILE_NAME_MAX_CHARS} characters. This one would be called{' '}
        <strong translate="no">{fitted.name}</strong>.
      </p>
    </FitModal>
  );
}

type Attempt =
  | { readonly kind: 'done'; readonly file: File; readonly preview: string }
  | { readonly kind: 'working' }
  | Exclude<Fitted, { readonly kind: 'done' }>;

const PROBLEMS = {
  unreadable: UNREADABLE_PHOTO,
  'too-large': PHOTO_TOO_LARGE,
  hidden: PIXELS_HIDDEN,
  broken: PHOTOS_BROKEN,
} as const;

function FitPhoto({ file, onFit, onAddPages, onCancel }: FitDialogProps) {
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'working' });
  const [numTries, tryAgain] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    setAttempt({ kind: 'working' });
    const abort = new AbortController();
    let preview: string | undefined;
    void shrinkPhoto(file, abort.signal)
      .then((shrunk) => {
        if (shrunk.kind !== 'done') return setAttempt(shrunk);
        preview = URL.createObjectURL(shrunk.file);
        return setAttempt({ ...shrunk, preview });
      })
      .catch(() => undefined);
    return () => {
      abort.abort();
      if (preview !== undefined) URL.revokeObjectURL(preview);
    };
  }, [file, numTries]);

  const title = 'Make this photo fit?';
  if (attempt.kind === 'working') {
    return (
      <FitModal title={title} onCancel={onCancel}>
        <p role="status">
          <Spinner /> Making it fit …
        </p>
      </FitModal>
    );
  }
  if (attempt.kind !== 'done') {
    return (
      <FitModal
        title={title}
        onCancel={onCancel}
        actions={attempt.kind === 'broken' && <Button onPress={tryAgain}>Try again</Button>}
      >
        <p role="alert">{PROBLEMS[attempt.kind]}</p>
      </FitModal>
    );
  }
  return (
    <FitModal
      title={title}
      onCancel={onCancel}
      actions={
        <>
          <Button variant="secondary" onPress={onAddPages}>
            Add pages
          </Button>
          <Button onPress={() => onFit(attempt.file)}>Use this photo</Button>
        </>
      }
    >
      <p>
        This photo is {sizeText(file.size)}; the limit is {MAX_FILE_TEXT}. The smaller copy is{' '}
        {sizeText(attempt.file.size)}. Can you still read everything?
      </p>
      <div className="fit-preview">
        <PhotoPreview src={attempt.preview} alt="What will be uploaded" name="the photo" />
      </div>
    </FitModal>
  );
}
