import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { UNREADABLE_PHOTO } from '#files/fit-file.ts';
import { Button } from '#ui/button.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { AlertIcon, PlusIcon } from '#ui/icons.tsx';
import { ArrowDownIcon, ArrowUpIcon, CameraIcon, TrashIcon } from '#ui/late-icons.tsx';
import { useSay } from '#ui/use-say.ts';
import { usePhotoUrls } from './use-photo-urls.ts';
import './photos-dialog.css';

type Tool = 'up' | 'down' | 'remove';

/** The chosen photos as a list: to change their order, remove some or add others. */
export function ArrangePhotos({
  photos,
  problem,
  onChange,
}: {
  readonly photos: readonly File[];
  readonly problem: string | undefined;
  readonly onChange: (photos: readonly File[]) => void;
}) {
  const [moved, setMoved] = useState('');
  useSay(moved);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<{ readonly index: number; readonly tools: readonly Tool[] }>(null);
  const add = (files: readonly File[]) => onChange([...photos, ...files]);

  const without = (index: number) => photos.filter((_, at) => at !== index);

  function move(index: number, to: number) {
    const rest = without(index);
    const photo = photos[index];
    if (photo === undefined) return;
    onChange([...rest.slice(0, to), photo, ...rest.slice(to)]);
    setMoved(`Page ${index + 1} is now page ${to + 1}.`);
    toFocus.current = { index: to, tools: to < index ? ['up', 'down'] : ['down', 'up'] };
  }

  function remove(index: number) {
    onChange(without(index));
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
      <div className="photos-more">
        <FileButton id="photos-add" accept={['image/*']} isMultiple icon={<PlusIcon />} onFiles={add}>
          Add photos
        </FileButton>
        <FileButton id="photos-camera" accept={['image/*']} isCamera icon={<CameraIcon />} onFiles={add}>
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

function Photo({ photo, page }: { readonly photo: File; readonly page: number }) {
  const pictures = useMemo(() => [photo], [photo]);
  const [url] = usePhotoUrls(pictures);
  const [isUnreadable, setIsUnreadable] = useState(false);
  return (
    <>
      {isUnreadable ? <AlertIcon /> : <img src={url} alt="" onError={() => setIsUnreadable(true)} />}
      <span className="photos-name">
        <strong>Page {page}</strong>
        <span translate="no">{photo.name}</span>
        {isUnreadable && <span role="alert">{UNREADABLE_PHOTO}</span>}
      </span>
    </>
  );
}
