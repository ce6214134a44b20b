import { type ComponentProps, useRef, useState } from 'react';
import { useDrop } from 'react-aria/useDrop';
import { useProgressBar } from 'react-aria/useProgressBar';
import { Button } from './button.tsx';
import { FileButton } from './file-button.tsx';
import type { LabelledProps } from './field-props.ts';
import { Field, FieldMessages, useGroup } from './field.tsx';
import { CheckCircleIcon } from './icons.tsx';
import { CameraIcon, DocumentIcon, TrashIcon, UploadIcon } from './late-icons.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useSay } from './use-say.ts';
import './progress.css';
import './file-drop.css';

interface Pending {
  readonly name: string;
  readonly onCancel: () => void;
}

export type FileDropState =
  | { readonly status: 'empty' }
  /** The file is chosen, and waits for a network or for its turn. */
  | (Pending & {
      readonly status: 'waiting';
      readonly isOffline: boolean;
      readonly onRetry: () => void;
    })
  /** The progress is unknown: the upload to storage does not report it. Sizes are in words, such as "640 KB". */
  | (Pending & { readonly status: 'uploading'; readonly size: string })
  | (Pending & { readonly status: 'converting'; readonly isLong: boolean })
  | {
      readonly status: 'done';
      readonly name: string;
      readonly size: string;
      readonly onDelete?: (() => void) | undefined;
    }
  | { readonly status: 'error'; readonly message: string; readonly onRetry?: (() => void) | undefined };

type ChosenFile = Exclude<FileDropState, { readonly status: 'empty' }>;

interface FileDropProps extends LabelledProps {
  readonly name: string;
  readonly accept: readonly string[];
  readonly state: FileDropState;
  readonly onFiles: (files: readonly File[], isFromCamera: boolean) => void;
  /** A folder was dropped or pasted, of which a browser gives no files. */
  readonly onFolder?: ((name: string) => void) | undefined;
  /** Offers the camera on a touch screen. */
  readonly hasCamera?: boolean | undefined;
}

/**
 * Takes one file, or several that become one, by button, camera, drop or paste. The parent reports progress in
 * `state`.
 */
export function FileDrop(props: FileDropProps) {
  const { id, label, isDisabled, accept, state, onFiles, onFolder } = props;
  const [change, setChange] = useState({ from: state.status, to: state.status });
  if (change.to !== state.status) setChange({ from: change.to, to: state.status });
  useSay(change.from === change.to ? '' : textOf(state, change.from));
  const isOpen = (state.status === 'empty' || state.status === 'error') && isDisabled !== true;

  const problemId = `${id}-problem`;
  const { parts, groupProps } = useGroup(props);
  const described = groupProps['aria-describedby'];
  const describing = state.status === 'error' ? `${problemId} ${described ?? ''}` : described;
  const keptFocus = useKeptFocus(state.status, isOpen ? `${id}-input` : `${id}-zone`);

  function take(files: readonly File[]) {
    if (isOpen && files.length > 0) onFiles(files, false);
  }

  function takeFrom({ items, files }: DataTransfer) {
    const folder = [...items].map((one) => one.webkitGetAsEntry()).find((entry) => entry?.isDirectory);
    if (folder && isOpen) onFolder?.(folder.name);
    else take([...files]);
  }

  const zone = useRef<HTMLDivElement>(null);
  const { dropProps, isDropTarget } = useDrop({ ref: zone, hasDropButton: true });

  return (
    <Field {...props} parts={parts} groupProps={{}} className="ui-file">
      <div
        {...groupProps}
        {...dropProps}
        ref={zone}
        id={`${id}-zone`}
        className="ui-file-zone ui-stack"
        tabIndex={-1}
        data-status={state.status}
        data-drop-target={(isOpen && isDropTarget) || undefined}
        {...keptFocus}
        // The library ignores pictures that are dragged from another page, because they have no entry in a file system.
        onDropCapture={(event) => takeFrom(event.dataTransfer)}
        onPaste={(event) => takeFrom(event.clipboardData)}
      >
        {isOpen && (
          <div className="ui-file-choose ui-row">
            <FileButton
              id={`${id}-input`}
              name={props.name}
              accept={accept}
              isMultiple
              purpose={label}
              describedBy={describing}
              icon={<UploadIcon />}
              onFiles={take}
            >
              Choose a file
            </FileButton>
            {props.hasCamera === true && (
              <FileButton
                id={`${id}-camera`}
                accept={['image/*']}
                isCamera
                purpose={label}
                describedBy={describing}
                icon={<CameraIcon />}
                onFiles={(files) => onFiles(files, true)}
              >
                Take a photo
              </FileButton>
            )}
            <span className="ui-file-or ui-quiet">or drop it here</span>
          </div>
        )}
        {state.status !== 'empty' && <FileStanding state={state} problemId={problemId} />}
      </div>
    </Field>
  );
}

function FileStanding({ state, problemId }: { readonly state: ChosenFile; readonly problemId: string }) {
  if (state.status === 'error')
    return (
      <div className="ui-file-row ui-row">
        <FieldMessages id={problemId} messages={[state.message]} />
        {state.onRetry !== undefined && <RowButton onPress={state.onRetry}>Try again</RowButton>}
      </div>
    );
  const { status, name } = state;
  const text = standingText(state);
  const Icon = status === 'done' ? CheckCircleIcon : DocumentIcon;
  return (
    <div className="ui-file-row ui-row">
      <Icon size={1.5} />
      <div className="ui-file-text ui-stack">
        <strong translate="no">{name}</strong>
        <span className="ui-quiet">{status === 'done' ? `Attached, ${state.size}` : text}</span>
        {(status === 'uploading' || status === 'converting') && <StepBar label={text} step={status} />}
      </div>
      {status === 'waiting' && <RowButton onPress={state.onRetry}>Try now</RowButton>}
      {status === 'done' ? (
        state.onDelete !== undefined && (
          <RowButton icon={<TrashIcon />} aria-label={`Delete ${name}`} onPress={state.onDelete}>
            Delete
          </RowButton>
        )
      ) : (
        <RowButton aria-label={`Cancel ${name}`} onPress={state.onCancel}>
          Cancel
        </RowButton>
      )}
    </div>
  );
}

function RowButton(props: ComponentProps<typeof Button>) {
  return <Button variant="quiet" size="small" {...props} />;
}

function StepBar({ label, step }: { readonly label: string; readonly step: string }) {
  const { progressBarProps } = useProgressBar({ isIndeterminate: true, 'aria-label': label });
  return (
    <div {...progressBarProps} className="ui-progress-track ui-file-bar" data-step={step}>
      <span />
    </div>
  );
}

/** What has changed, in words. */
function textOf(state: FileDropState, before: FileDropState['status']): string {
  if (state.status !== 'empty') return standingText(state);
  return before === 'done' ? 'File deleted.' : '';
}

/** The status of the file, in words. */
function standingText(state: ChosenFile): string {
  switch (state.status) {
    case 'waiting':
      return state.isOffline
        ? 'Waiting for a connection. It uploads by itself.'
        : 'Waiting to be uploaded. It uploads by itself.';
    case 'uploading':
      return `Uploading ${state.size} … (step 1 of 2)`;
    case 'converting':
      return state.isLong
        ? 'Converting to PDF … (step 2 of 2). This takes a while. We have your file, so you can go on or leave.'
        : 'Converting to PDF … (step 2 of 2)';
    case 'done':
      return 'Your file is attached';
    case 'error':
      return state.message;
    default:
      return state satisfies never;
  }
}
