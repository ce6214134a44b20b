import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { Button } from './button.tsx';
import { FileButton } from './file-button.tsx';
import { type LabelledProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { CheckCircleIcon } from './icons.tsx';
import { CameraIcon, DocumentIcon, TrashIcon, UploadIcon } from './late-icons.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import './file-drop.css';

export type FileDropState =
  | { readonly status: 'empty' }
  /** The file is chosen, and waits for a network or for its turn. */
  | {
      readonly status: 'waiting';
      readonly name: string;
      readonly isOffline: boolean;
      readonly onRetry: () => void;
      readonly onCancel: () => void;
    }
  /** The progress is unknown: the upload to storage does not report it. */
  | {
      readonly status: 'uploading';
      readonly name: string;
      /** In words, such as "640 KB". */
      readonly size: string;
      readonly onCancel: () => void;
    }
  | {
      readonly status: 'converting';
      readonly name: string;
      readonly isLong: boolean;
      readonly onCancel: () => void;
    }
  | {
      readonly status: 'done';
      readonly name: string;
      /** In words, such as "640 KB". */
      readonly size: string;
      readonly onDelete?: (() => void) | undefined;
    }
  | { readonly status: 'error'; readonly message: string; readonly onRetry?: (() => void) | undefined };

interface FileDropProps extends LabelledProps {
  readonly name: string;
  /** As in `<input accept>`: ".pdf,.docx,image/png". */
  readonly accept: string;
  readonly state: FileDropState;
  readonly onFiles: (files: readonly File[], isFromCamera: boolean) => void;
  /** Offers the camera on a touch screen. */
  readonly hasCamera?: boolean | undefined;
}

/**
 * Takes one file, or several that become one, by button, camera, drop or paste. The parent reports progress in
 * `state`.
 */
export function FileDrop(props: FileDropProps) {
  const {
    id,
    name,
    label,
    hint,
    messages = [],
    isRequired,
    isDisabled,
    optionalText,
    accept,
    state,
    onFiles,
  } = props;
  const [isOver, setIsOver] = useState(false);
  const [change, setChange] = useState({ from: state.status, to: state.status });
  if (change.to !== state.status) setChange({ from: change.to, to: state.status });
  const isDeleted = change.from === 'done' && state.status === 'empty';
  const isOpen = (state.status === 'empty' || state.status === 'error') && isDisabled !== true;

  const hasProblem = state.status === 'error';
  const isInvalid = hasProblem || messages.length > 0;
  const problemId = `${id}-problem`;
  const describing = hasProblem
    ? describedBy({ id: problemId, messages: [state.message] }, describedBy(props))
    : describedBy(props);

  const keptFocus = useKeptFocus(state.status, isOpen ? `${id}-input` : `${id}-zone`);

  function take(files: FileList) {
    if (isOpen && files.length > 0) onFiles([...files], false);
  }

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled} className="ui-file">
      <span id={`${id}-label`} className="ui-label">
        <LabelText label={label} isRequired={isRequired} optionalText={optionalText} />
      </span>
      <FieldHint id={id} hint={hint} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop; the button inside is the control */}
      <div
        id={`${id}-zone`}
        className="ui-file-zone"
        role="group"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        data-status={state.status}
        data-over={isOver || undefined}
        {...keptFocus}
        onDragOver={(event: DragEvent) => {
          // Without this, the browser opens a dropped file in place of the form.
          event.preventDefault();
          setIsOver(isOpen);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
        onPaste={(event: ClipboardEvent) => take(event.clipboardData.files)}
      >
        {isOpen && (
          <div className="ui-file-choose">
            <FileButton
              accept={accept}
              inputId={`${id}-input`}
              name={name}
              isMultiple
              labelledBy={`${id}-label`}
              describedBy={describing}
              isInvalid={isInvalid}
              icon={<UploadIcon />}
              onFiles={(files) => onFiles(files, false)}
            >
              Choose a file
            </FileButton>
            {props.hasCamera === true && (
              <FileButton
                accept="image/*"
                inputId={`${id}-camera`}
                isCamera
                labelledBy={`${id}-label`}
                describedBy={describing}
                isInvalid={isInvalid}
                icon={<CameraIcon />}
                onFiles={(files) => onFiles(files, true)}
              >
                Take a photo
              </FileButton>
            )}
            <span className="ui-file-or">or drop it here</span>
          </div>
        )}
        {state.status !== 'empty' && <FileStanding state={state} problemId={problemId} />}
      </div>
      <FieldMessages id={id} messages={messages} />
      <span className="ui-hidden" role="status">
        {isDeleted ? 'File deleted.' : standingText(state)}
      </span>
    </FieldFrame>
  );
}

function FileStanding({ state, problemId }: { readonly state: FileDropState; readonly problemId: string }) {
  switch (state.status) {
    case 'empty':
      return null;
    case 'error':
      return (
        <div className="ui-file-row">
          <FieldMessages id={problemId} messages={[state.message]} />
          {state.onRetry !== undefined && (
            <Button variant="quiet" size="small" onPress={state.onRetry}>
              Try again
            </Button>
          )}
        </div>
      );
    case 'uploading':
    case 'converting':
      return (
        <div className="ui-file-row">
          <DocumentIcon size={1.5} />
          <div className="ui-file-text">
            <strong>{state.name}</strong>
            <span>{standingText(state)}</span>
            <div
              className="ui-file-bar"
              role="progressbar"
              aria-label={standingText(state)}
              data-step={state.status}
            >
              <span />
            </div>
          </div>
          <CancelButton {...state} />
        </div>
      );
    case 'waiting':
      return (
        <div className="ui-file-row">
          <DocumentIcon size={1.5} />
          <div className="ui-file-text">
            <strong>{state.name}</strong>
            <span>{standingText(state)}</span>
          </div>
          <Button variant="quiet" size="small" onPress={state.onRetry}>
            Try now
          </Button>
          <CancelButton {...state} />
        </div>
      );
    case 'done':
      return (
        <div className="ui-file-row">
          <CheckCircleIcon size={1.5} />
          <div className="ui-file-text">
            <strong>{state.name}</strong>
            <span>Attached, {state.size}</span>
          </div>
          {state.onDelete !== undefined && (
            <Button
              variant="quiet"
              size="small"
              icon={<TrashIcon />}
              aria-label={`Delete ${state.name}`}
              onPress={state.onDelete}
            >
              Delete
            </Button>
          )}
        </div>
      );
    default:
      return state satisfies never;
  }
}

function CancelButton({ name, onCancel }: { readonly name: string; readonly onCancel: () => void }) {
  return (
    <Button variant="quiet" size="small" aria-label={`Cancel ${name}`} onPress={onCancel}>
      Cancel
    </Button>
  );
}

/** The status of the file, in words. */
function standingText(state: FileDropState): string {
  switch (state.status) {
    case 'empty':
      return '';
    case 'waiting':
      return state.isOffline
        ? 'Waiting for a connection. It goes up by itself.'
        : 'Waiting to be uploaded. It goes up by itself.';
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
