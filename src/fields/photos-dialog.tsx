import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { combinePhotos, type Combined, PHOTOS_BROKEN, UNREADABLE_PHOTO } from '#documents/fit-file.ts';
import { sizeText } from '#form/size-text.ts';
import { MAX_FILE_TEXT } from '#limits.ts';
import { Button } from '#ui/button.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { AlertIcon, PlusIcon } from '#ui/icons.tsx';
import { ArrowDownIcon, ArrowUpIcon, CameraIcon, TrashIcon } from '#ui/late-icons.tsx';
import { Modal } from '#ui/modal.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PhotoPreview } from './photo-preview.tsx';
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
      .catch((): Combined => ({ kind: 'broken' }))
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
        return <Arranging photos={photos} problem={step.problem} onChange={setPhotos} />;
      case 'making':
        return (
          <p role="status">
            <Spinner isDecorative /> Page {Math.min(step.done + 1, photos.length)} of {photos.length} …
          </p>
        );
      case 'looking':
        return <Looking file={step.file} pages={step.pages} />;
      default:
        return step satisfies never;
    }
  }
}

function stepAfter(combined: Combined): Step {
  switch (combined.kind) {
    case 'done':
      return { name: 'looking', file: combined.file, pages: combined.pages };
    case 'unreadable':
      return { name: 'arranging', problem: `${combined.name}: ${UNREADABLE_PHOTO}` };
    case 'too-many':
      return {
        name: 'arranging',
        problem: `So many photos do not fit into one file of ${MAX_FILE_TEXT}. Please remove some, or scan them.`,
      };
    case 'broken':
      return { name: 'arranging', problem: PHOTOS_BROKEN };
    default:
      return combined satisfies never;
  }
}

type Tool = 'up' | 'down' | 'remove';

function Arranging({
  photos,
  problem,
  onChange,
}: {
  readonly photos: readonly File[];
  readonly problem: string | undefined;
  readonly onChange: (photos: readonly File[]) => void;
}) {
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<{ readonly index: number; readonly tools: readonly Tool[] }>(null);
  const add = (files: readonly File[]) => onChange([...photos, ...files]);

  function move(index: number, to: number) {
    const rest = photos.toSpliced(index, 1);
    const photo = photos[index];
    if (photo === undefined) return;
    onChange(rest.toSpliced(to, 0, photo));
    setMoved(`Page ${index + 1} is now page ${to + 1}.`);
    toFocus.current = { index: to, tools: to < index ? ['up', 'down'] : ['down', 'up'] };
  }

  function remove(index: number) {
    onChange(photos.toSpliced(index, 1));
    setMoved(`Page ${index + 1} is removed.`);
    toFocus.current = { index: Math.min(index, photos.length - 2), tools: ['remove'] };
  }

  // The pressed tool may be gone, or disabled at an end of the list, so focus another one.
  useLayoutEffect(() => {
    const wanted = toFocus.current;
    toFocus.current = null;
    if (wanted === null) return;
    const page = list.current?.children[wanted.index];
    const tools = wanted.tools.map((tool) => page?.querySelector<HTMLElement>(`[data-tool=${tool}]:enabled`));
    const tool = tools.find((found) => found !== null && found !== undefined);
    (tool ?? document.getElementById('photos-add'))?.focus();
  }, [photos]);

  return (
    <>
      <p>Each photo becomes a page, in this order.</p>
      {problem !== undefined && (
        <p className="photos-problem" role="alert">
          <AlertIcon />
          {problem}
        </p>
      )}
      <ol ref={list} className="photos-list">
        {photos.map((photo, index) => {
          const page = `page ${index + 1}`;
          return (
            <li key={keyOf(photo)}>
              <Photo photo={photo} page={index + 1} />
              <span className="photos-tools">
                <Button
                  variant="quiet"
                  size="small"
                  data-tool="up"
                  aria-label={`Move ${page} up`}
                  isDisabled={index === 0}
                  onPress={() => move(index, index - 1)}
                >
                  <ArrowUpIcon />
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  data-tool="down"
                  aria-label={`Move ${page} down`}
                  isDisabled={index === photos.length - 1}
                  onPress={() => move(index, index + 1)}
                >
                  <ArrowDownIcon />
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  data-tool="remove"
                  aria-label={`Remove ${page}`}
                  onPress={() => remove(index)}
                >
                  <TrashIcon />
                </Button>
              </span>
            </li>
          );
        })}
      </ol>
      <span className="ui-hidden" role="status">
        {moved}
      </span>
      <div className="photos-more">
        <FileButton inputId="photos-add" accept="image/*" isMultiple icon={<PlusIcon />} onFiles={add}>
          Add photos
        </FileButton>
        <FileButton inputId="photos-camera" accept="image/*" isCamera icon={<CameraIcon />} onFiles={add}>
          Take another photo
        </FileButton>
      </div>
    </>
  );
}

const keys = new WeakMap<File, number>();
let numKeys = 0;

/** The key stays the same when the photo moves, so that its element and the focus move with it. */
function keyOf(photo: File): number {
  const key = keys.get(photo) ?? numKeys++;
  keys.set(photo, key);
  return key;
}

function Looking({ file, pages }: { readonly file: File; readonly pages: readonly Blob[] }) {
  const urls = useUrls(pages);
  return (
    <>
      <p>
        <strong>{file.name}</strong>, {pages.length === 1 ? 'one page' : `${pages.length} pages`},{' '}
        {sizeText(file.size)}
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

function Photo({ photo, page }: { readonly photo: File; readonly page: number }) {
  const pictures = useMemo(() => [photo], [photo]);
  const [url] = useUrls(pictures);
  const [isUnreadable, setIsUnreadable] = useState(false);
  return (
    <>
      {isUnreadable ? <AlertIcon /> : <img src={url} alt="" onError={() => setIsUnreadable(true)} />}
      <span className="photos-name">
        <strong>Page {page}</strong>
        <span>{photo.name}</span>
        {isUnreadable && <span role="alert">{UNREADABLE_PHOTO}</span>}
      </span>
    </>
  );
}

/** Object URLs for the pictures, valid while these are shown. */
function useUrls(pictures: readonly Blob[]): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = pictures.map((picture) => URL.createObjectURL(picture));
    setUrls(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [pictures]);
  return urls;
}
