import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { InputContext } from 'react-aria-components/Input';
import { Button } from './button.tsx';
import { given } from './given.ts';

interface FileButtonProps {
  /** The id of the button. */
  readonly id: string;
  readonly name?: string | undefined;
  readonly accept: readonly string[];
  /** Shown on touch screens only; opens the camera. */
  readonly isCamera?: boolean | undefined;
  readonly isMultiple?: boolean | undefined;
  /** What the file is for: added to the button's name. */
  readonly purpose?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly icon: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: string;
}

/** A button that asks for files. */
export function FileButton(props: FileButtonProps) {
  const { id, name, purpose, isCamera = false, children } = props;
  return (
    <InputContext value={given({ name })}>
      <FileTrigger
        acceptedFileTypes={props.accept}
        allowsMultiple={props.isMultiple === true}
        {...(isCamera && { defaultCamera: 'environment' })}
        onSelect={(files) => {
          if (files !== null && files.length > 0) props.onFiles([...files]);
        }}
      >
        <Button
          id={id}
          variant="secondary"
          className="ui-file-button"
          data-camera={isCamera || undefined}
          icon={props.icon}
          aria-label={purpose && `${children} ${purpose}`}
          aria-describedby={props.describedBy}
        >
          {children}
        </Button>
      </FileTrigger>
    </InputContext>
  );
}
