import type { ReactNode } from 'react';
import type { LabelledProps } from './field-props.ts';
import { AlertIcon } from './icons.tsx';
import './field.css';

interface FieldFrameProps extends Pick<LabelledProps, 'id' | 'messages' | 'isDisabled'> {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The outermost element of every field; links to the question point to it. */
export function FieldFrame({ id, messages = [], isDisabled, className = '', children }: FieldFrameProps) {
  return (
    <div
      id={id}
      className={`ui-field ${className}`}
      data-invalid={messages.length > 0 || undefined}
      data-disabled={isDisabled || undefined}
    >
      {children}
    </div>
  );
}

type LabelTextProps = Pick<LabelledProps, 'label' | 'isRequired' | 'optionalText'>;

export function LabelText({ label, isRequired, optionalText = 'optional' }: LabelTextProps) {
  const isMarked = isRequired !== true && optionalText !== '';
  return (
    <>
      {label}
      {isMarked && <span className="ui-optional"> ({optionalText})</span>}
    </>
  );
}

/** The label of the field's first input. */
export function FieldLabel({
  id,
  label,
  isRequired,
  optionalText,
}: LabelTextProps & Pick<LabelledProps, 'id'>) {
  return (
    <label className="ui-label" htmlFor={`${id}-input`}>
      <LabelText label={label} isRequired={isRequired} optionalText={optionalText} />
    </label>
  );
}

export function FieldHint({ id, hint }: Pick<LabelledProps, 'id' | 'hint'>) {
  if (hint === undefined || hint === '') return null;
  return (
    <div id={`${id}-hint`} className="ui-hint">
      {hint}
    </div>
  );
}

/** The errors of a field; `describedBy()` connects them with its inputs. */
export function FieldMessages({ id, messages = [] }: Pick<LabelledProps, 'id' | 'messages'>) {
  if (messages.length === 0) return null;
  return (
    <div id={`${id}-messages`} className="ui-messages">
      {messages.map((message) => (
        <p key={message}>
          <AlertIcon />
          <span>{message}</span>
        </p>
      ))}
    </div>
  );
}
