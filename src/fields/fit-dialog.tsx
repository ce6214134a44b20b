import { useEffect, useState } from 'react';
import { fittingOf, shrinkPhoto, UNREADABLE_PHOTO, withShortName } from '#documents/fit-file.ts';
import { sizeText } from '#form/size-text.ts';
import { FILE_NAME_MAX_CHARS, MAX_FILE_TEXT } from '#limits.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Spinner } from '#ui/spinner.tsx';
import './fit-dialog.css';

/** Offers to make a photo smaller or a name shorter before it is uploaded; shows what it will look like. */
export function FitDialog({
  file,
  onFit,
  onAddPages,
  onCancel,
}: {
  readonly file: File;
  readonly onFit: (fitted: File) => void;
  /** The photo is one page of several. */
  readonly onAddPages: () => void;
  readonly onCancel: () => void;
}) {
  const isPhoto = fittingOf(file) === 'photo';
  return (
    <Modal
      title={isPhoto ? 'Make this photo fit?' : 'Shorten the name?'}
      size="small"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
    >
      {isPhoto ? (
        <FitPhoto file={file} onFit={onFit} onAddPages={onAddPages} />
      ) : (
        <FitName file={file} onFit={onFit} />
      )}
    </Modal>
  );
}

interface FitProps {
  readonly file: File;
  readonly onFit: (fitted: File) => void;
}

function FitName({ file, onFit }: FitProps) {
  const fitted = withShortName(file);
  return (
    <>
      <p>
        A file’s name can have at most {FILE_NAME_MAX_CHARS} characters. This one would be called{' '}
        <strong>{fitted.name}</strong>.
      </p>
      <Button onPress={() => onFit(fitted)}>Use this name</Button>
    </>
  );
}

type Attempt = { readonly file: File; readonly preview: string } | 'working' | 'unreadable';

function FitPhoto({ file, onFit, onAddPages }: FitProps & { readonly onAddPages: () => void }) {
  const [attempt, setAttempt] = useState<Attempt>('working');

  useEffect(() => {
    const abort = new AbortController();
    let preview: string | undefined;
    void shrinkPhoto(file, abort.signal)
      .then((fitted) => {
        if (fitted === undefined) return setAttempt('unreadable');
        preview = URL.createObjectURL(fitted);
        return setAttempt({ file: fitted, preview });
      })
      .catch(() => undefined);
    return () => {
      abort.abort();
      if (preview !== undefined) URL.revokeObjectURL(preview);
    };
  }, [file]);

  if (attempt === 'unreadable') return <p role="alert">{UNREADABLE_PHOTO}</p>;
  if (attempt === 'working') {
    return (
      <p role="status">
        <Spinner isDecorative /> Making it fit …
      </p>
    );
  }
  return (
    <>
      <p>
        This photo has {sizeText(file.size)}; at most {MAX_FILE_TEXT} can be uploaded. Made smaller it has{' '}
        {sizeText(attempt.file.size)}. Can you still read everything?
      </p>
      <img className="fit-preview" src={attempt.preview} alt="What will be uploaded" />
      <Button onPress={() => onFit(attempt.file)}>Use this photo</Button>
      <Button variant="secondary" onPress={onAddPages}>
        Add more pages
      </Button>
    </>
  );
}
