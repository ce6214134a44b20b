import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { type LabelledProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { CameraIcon, CheckCircleIcon, DocumentIcon, TrashIcon, UploadIcon } from './icons.tsx';
import { Spinner } from './spinner.tsx';
import { fileSizeText } from './file-size.ts';
import './file-drop.css';

export type FileDropState =
  | { readonly status: 'empty' }
  /** Chosen, and waiting for a network or for other files. */
  | { readonly status: 'waiting'; readonly name: string; readonly onDelete?: (() => void) | undefined }
  | { readonly status: 'uploading'; readonly name: string; readonly percent?: number | undefined }
  | { readonly status: 'converting'; readonly name: string }
  | {
      readonly status: 'done';
      readonly name: string;
      readonly size: number;
      readonly onDelete?: (() => void) | undefined;
    }
  | { readonly status: 'error'; readonly message: string; readonly onRetry?: (() => void) | undefined };

export interface FileDropProps extends LabelledProps {
  readonly name: string;
  /** As in `<input accept>`: ".pdf,.docx,image/png". */
  readonly accept: string;
  readonly state: FileDropState;
  readonly onFile: (file: File) => void;
  /** Offers the camera on a touch screen. */
  readonly hasCamera?: boolean | undefined;
}

/** Chooses one file: button, camera, drop or paste. What becomes of it is told by `state`. */
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
    onFile,
  } = props;
  const [isOver, setIsOver] = useState(false);
  const isOpen = (state.status === 'empty' || state.status === 'error') && isDisabled !== true;

  function take(files: FileList | null) {
    const file = files?.[0];
    if (isOpen && file !== undefined) onFile(file);
  }

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled} className="ui-file">
      <span id={`${id}-label`} className="ui-label">
        <LabelText label={label} isRequired={isRequired} optionalText={optionalText} />
      </span>
      <FieldHint id={id} hint={hint} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop; the button inside is the control */}
      <div
        className="ui-file-zone"
        role="group"
        aria-labelledby={`${id}-label`}
        data-status={state.status}
        data-over={isOver || undefined}
        onDragOver={(event: DragEvent) => {
          // Without this a missed drop opens the file in place of the form.
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
            <FileInput
              id={id}
              accept={accept}
              inputId={`${id}-input`}
              name={name}
              describedBy={describedBy(props)}
              onFiles={take}
            >
              <UploadIcon />
              Choose a file
            </FileInput>
            {props.hasCamera === true && (
              <FileInput id={id} accept="image/*" inputId={`${id}-camera`} isCamera onFiles={take}>
                <CameraIcon />
                Take a photo
              </FileInput>
            )}
            <span className="ui-file-or">or drop it here</span>
          </div>
        )}
        {state.status !== 'empty' && <FileStanding state={state} />}
      </div>
      <FieldMessages id={id} messages={messages} />
      <span className="ui-hidden" role="status">
        {standingText(state)}
      </span>
    </FieldFrame>
  );
}

interface FileInputProps extends Pick<FileDropProps, 'id' | 'accept'> {
  readonly inputId: string;
  readonly name?: string;
  readonly describedBy?: string | undefined;
  readonly isCamera?: boolean;
  readonly onFiles: (files: FileList | null) => void;
  readonly children: ReactNode;
}

function FileInput({
  id,
  accept,
  inputId,
  name,
  describedBy: described,
  isCamera,
  onFiles,
  children,
}: FileInputProps) {
  return (
    <label className="ui-button ui-button-secondary ui-file-button" data-camera={isCamera || undefined}>
      <input
        id={inputId}
        className="ui-hidden"
        type="file"
        name={name}
        accept={accept}
        capture={isCamera ? 'environment' : undefined}
        aria-labelledby={`${inputId}-words ${id}-label`}
        aria-describedby={described}
        onChange={(event) => {
          onFiles(event.target.files);
          // Chosen again after an error, the same file must be told again.
          event.target.value = '';
        }}
      />
      <span id={`${inputId}-words`} className="ui-button-content">
        {children}
      </span>
    </label>
  );
}

function FileStanding({ state }: { readonly state: FileDropState }) {
  switch (state.status) {
    case 'empty':
      return null;
    case 'error':
      return (
        <div className="ui-file-row">
          <p className="ui-file-problem">{state.message}</p>
          {state.onRetry !== undefined && (
            <Button variant="quiet" size="small" onPress={state.onRetry}>
              Try again
            </Button>
          )}
        </div>
      );
    case 'uploading':
      return (
        <div className="ui-file-row">
          <DocumentIcon size={1.5} />
          <div className="ui-file-text">
            <strong>{state.name}</strong>
            <span>{standingText(state)}</span>
            <div
              className="ui-file-bar"
              role="progressbar"
              aria-label={`Uploading ${state.name}`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={state.percent}
              data-unknown={state.percent === undefined || undefined}
            >
              <span style={{ inlineSize: `${state.percent ?? 40}%` }} />
            </div>
          </div>
        </div>
      );
    case 'converting':
    case 'waiting':
    case 'done':
      return (
        <div className="ui-file-row">
          {state.status === 'done' ? <CheckCircleIcon size={1.5} /> : <DocumentIcon size={1.5} />}
          <div className="ui-file-text">
            <strong>{state.name}</strong>
            <span>
              {state.status === 'converting' && <Spinner size="small" isDecorative />}
              {state.status === 'done' ? `Attached, ${fileSizeText(state.size)}` : standingText(state)}
            </span>
          </div>
          {state.status !== 'converting' && state.onDelete !== undefined && (
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

/** Where the file is, in words. */
function standingText(state: FileDropState): string {
  switch (state.status) {
    case 'empty':
      return '';
    case 'waiting':
      return 'Waiting to be uploaded';
    case 'uploading':
      return 'Uploading …';
    case 'converting':
      return 'Converting to PDF …';
    case 'done':
      return 'Your file is attached';
    case 'error':
      return state.message;
    default:
      return state satisfies never;
  }
}
