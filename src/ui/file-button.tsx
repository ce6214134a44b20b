import type { ReactNode } from 'react';

interface FileButtonProps {
  readonly inputId: string;
  readonly name?: string | undefined;
  /** As in `<input accept>`. */
  readonly accept: string;
  /** Shown on touch screens only; opens the camera. */
  readonly isCamera?: boolean | undefined;
  readonly isMultiple?: boolean | undefined;
  /** The id of an element whose text is added to the button's name. */
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly icon: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A file input that looks like a button. */
export function FileButton({
  inputId,
  name,
  accept,
  isCamera = false,
  isMultiple = false,
  labelledBy,
  describedBy,
  isInvalid = false,
  icon,
  onFiles,
  children,
}: FileButtonProps) {
  return (
    <label className="ui-button ui-button-secondary ui-file-button" data-camera={isCamera || undefined}>
      <input
        id={inputId}
        className="ui-hidden"
        type="file"
        name={name}
        accept={accept}
        multiple={isMultiple}
        capture={isCamera ? 'environment' : undefined}
        aria-labelledby={`${inputId}-words${labelledBy === undefined ? '' : ` ${labelledBy}`}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Without this, choosing the same file again after an error would fire no event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <span id={`${inputId}-words`} className="ui-button-content">
        {icon}
        {children}
      </span>
    </label>
  );
}
