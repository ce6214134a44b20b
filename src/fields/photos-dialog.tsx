import { useEffect, useRef, useState } from 'react';
import {
  combinePhotos,
  type Fitted,
  PHOTOS_BROKEN,
  PIXELS_HIDDEN,
  UNREADABLE_PHOTO,
} from '#files/fit-file.ts';
import { sizeText } from '#form/size-text.ts';
import { MAX_FILE_TEXT } from '#limits.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ArrangePhotos } from './arrange-photos.tsx';
import { PhotoPreview } from './photo-preview.tsx';
import { usePhotoUrls } from './use-photo-urls.ts';
import './photos-dialog.css';

interface PhotosDialogProps {
  readonly photos: readonly File[];
  readonly onReady: (pdf: File) => void;
  readonly onCancel: () => void;
}

type Step =
  | { readonly name: 'arranging'; readonly problem?: string }
  | { readonly name: 'making'; readonly done: number }
  | { readonly name: 'looking'; readonly file: File; readonly pages: readonly Blob[] };

/** Combines several photos, such as the pages of a transcript, into one PDF: first in order, then with a check. */
export function PhotosDialog({ photos: chosen, onReady, onCancel }: PhotosDialogProps) {
  const [photos, setPhotos] = useState(chosen);
  const [step, setStep] = useState<Step>({ name: 'arranging' });

  useEffect(() => {
    if (step.name !== 'making') return undefined;
    const abort = new AbortController();
    void combinePhotos(photos, (done) => setStep({ name: 'making', done }), abort.signal)
      .catch((): Fitted => ({ kind: 'broken' }))
      .then((combined) => !abort.signal.aborted && setStep(stepAfter(combined)));
    return () => abort.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the effect itself updates the step after each page
  }, [step.name, photos]);

  const body = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step.name);
  useEffect(() => {
    if (lastStep.current === step.name) return;
    lastStep.current = step.name;
    // The buttons of the last step are gone. Focus the dialog, so that screen readers read it with its title.
    body.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  }, [step.name]);

  return (
    <Modal
      title={step.name === 'looking' ? 'Can you read every page?' : 'Make one PDF of your photos'}
      size="small"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      actions={actionsOf()}
    >
      <div ref={body} className="photos-body">
        {bodyOf()}
      </div>
    </Modal>
  );

  function actionsOf() {
    switch (step.name) {
      case 'arranging':
        return (
          <>
            <Button variant="secondary" onPress={onCancel}>
              Cancel
            </Button>
            <Button
              variant="primary"
              isDisabled={photos.length === 0}
              onPress={() => setStep({ name: 'making', done: 0 })}
            >
              Make one PDF
            </Button>
          </>
        );
      case 'making':
        return (
          <Button variant="secondary" onPress={() => setStep({ name: 'arranging' })}>
            Back
          </Button>
        );
      case 'looking':
        return (
          <>
            <Button variant="secondary" onPress={() => setStep({ name: 'arranging' })}>
              Back
            </Button>
            <Button variant="primary" onPress={() => onReady(step.file)}>
              Use this PDF
            </Button>
          </>
        );
      default:
        return step satisfies never;
    }
  }

  function bodyOf() {
    switch (step.name) {
      case 'arranging':
        return <ArrangePhotos photos={photos} problem={step.problem} onChange={setPhotos} />;
      case 'making':
        return (
          <p role="status">
            <Spinner /> Page {Math.min(step.done + 1, photos.length)} of {photos.length} …
          </p>
        );
      case 'looking':
        return <Looking file={step.file} pages={step.pages} />;
      default:
        return step satisfies never;
    }
  }
}

function stepAfter(combined: Fitted): Step {
  switch (combined.kind) {
    case 'done':
      return { name: 'looking', file: combined.file, pages: combined.pages };
    case 'unreadable':
      return { name: 'arranging', problem: `${combined.name}: ${UNREADABLE_PHOTO}` };
    case 'too-large':
      return {
        name: 'arranging',
        problem: `These photos do not fit into one file of ${MAX_FILE_TEXT}. Please remove some, or scan them.`,
      };
    case 'hidden':
      return { name: 'arranging', problem: PIXELS_HIDDEN };
    case 'broken':
      return { name: 'arranging', problem: PHOTOS_BROKEN };
    default:
      return combined satisfies never;
  }
}

function Looking({ file, pages }: { readonly file: File; readonly pages: readonly Blob[] }) {
  const urls = usePhotoUrls(pages);
  return (
    <>
      <p>
        <strong translate="no">{file.name}</strong>,{' '}
        {pages.length === 1 ? 'one page' : `${pages.length} pages`}, {sizeText(file.size)}
      </p>
      <ol className="photos-pages">
        {urls.map((url, index) => (
          <li key={url}>
            <PhotoPreview src={url} alt={`Page ${index + 1}`} name={`page ${index + 1}`} />
          </li>
        ))}
      </ol>
    </>
  );
}
