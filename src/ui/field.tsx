import type { HTMLAttributes, LabelHTMLAttributes, ReactNode } from 'react';
import { useField } from 'react-aria/useField';
import type { LabelledProps } from './field-props.ts';
import { given } from './given.ts';
import { Hint } from './hint.tsx';
import { AlertIcon } from './icons.tsx';
import { useSay } from './use-say.ts';
import './field.css';

/** The props from the library's hooks for the parts of a field, which connect each part with the input. */
interface FieldParts {
  readonly labelProps: LabelHTMLAttributes<HTMLLabelElement>;
  readonly descriptionProps: HTMLAttributes<HTMLElement>;
  readonly errorMessageProps: HTMLAttributes<HTMLElement>;
}

interface FieldBodyProps extends LabelledProps {
  readonly parts: FieldParts;
  /** For a field of several inputs: the props of the group, which has no `<label>`. */
  readonly groupProps?: HTMLAttributes<HTMLElement> | undefined;
  readonly children: ReactNode;
  /** Shown at the end of the label's line. */
  readonly beside?: ReactNode;
  /** Shown beside the messages. */
  readonly foot?: ReactNode;
  /** A remark on what was just typed, announced when it changes. */
  readonly note?: string | undefined;
  readonly noteId?: string | undefined;
}

/** A field from its label to its messages, around its input or inputs. */
export function Field({ className, ...props }: FieldBodyProps & { readonly className?: string }) {
  return (
    <FieldFrame {...props} className={className} frameProps={props.groupProps}>
      <FieldBody {...props} />
    </FieldFrame>
  );
}

export function FieldBody(props: FieldBodyProps) {
  const { parts, messages = [], beside, foot, note } = props;
  const Label = props.groupProps === undefined ? 'label' : 'span';
  const errors = <FieldMessages {...parts.errorMessageProps} messages={messages} />;
  const label = (
    <Label {...parts.labelProps} className="ui-label">
      <LabelText {...props} />
    </Label>
  );
  return (
    <>
      {beside === undefined ? (
        label
      ) : (
        <div className="ui-label-line">
          {label}
          {beside}
        </div>
      )}
      <Hint {...parts.descriptionProps}>{props.hint}</Hint>
      {props.children}
      {foot === undefined ? (
        errors
      ) : (
        <div className="ui-field-foot">
          {errors}
          {foot}
        </div>
      )}
      {note !== undefined && <FieldNote id={props.noteId} text={note} />}
    </>
  );
}

/** Stays while it is empty, because the input is described by it. */
export function FieldNote({ id, text }: { readonly id?: string | undefined; readonly text: string }) {
  useSay(text);
  return (
    <div id={id} className="ui-note">
      {text}
    </div>
  );
}

interface FieldFrameProps extends Pick<LabelledProps, 'id' | 'messages' | 'isDisabled'> {
  readonly frameProps?: HTMLAttributes<HTMLElement> | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The outermost element of every field; links to the question point to it. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, messages = [], isDisabled, frameProps, className = '', children } = props;
  return (
    <div
      {...frameProps}
      id={id}
      className={`ui-field ui-stack ${className}`}
      data-invalid={messages.length > 0 || undefined}
      data-disabled={isDisabled || undefined}
    >
      {children}
    </div>
  );
}

export function LabelText({
  label,
  isRequired,
  optionalText = 'optional',
}: Pick<LabelledProps, 'label' | 'isRequired' | 'optionalText'>) {
  const isMarked = isRequired !== true && optionalText !== '';
  return (
    <>
      {label}
      {isMarked && <span className="ui-optional"> ({optionalText})</span>}
    </>
  );
}

interface FieldMessagesProps extends HTMLAttributes<HTMLElement> {
  readonly messages: readonly string[];
}

export function FieldMessages({ messages, ...rest }: FieldMessagesProps) {
  if (messages.length === 0) return null;
  return (
    <div {...rest} className="ui-messages ui-stack">
      <MessageLines messages={messages} />
    </div>
  );
}

export function MessageLines({ messages }: Pick<FieldMessagesProps, 'messages'>) {
  return messages.map((message) => (
    <p key={message}>
      <AlertIcon />
      <span>{message}</span>
    </p>
  ));
}

/** The props that the library's hooks take from every field. */
export function labelledOptions({
  form,
  label,
  hint,
  messages = [],
  isRequired,
  isDisabled,
}: Omit<LabelledProps, 'id'>) {
  return {
    label,
    isInvalid: messages.length > 0,
    ...given({ form, description: hint, isRequired, isDisabled }),
  };
}

/** The parts of a field with several inputs under one name. */
export function useGroup(
  props: Omit<LabelledProps, 'id'> & { readonly id?: string | undefined },
  role: 'group' | 'radiogroup' = 'group',
) {
  const { fieldProps, ...parts } = useField({
    ...labelledOptions(props),
    ...given({ id: props.id }),
    labelElementType: 'span',
  });
  // ARIA allows these two for a group of radios, and for no other group.
  const state = role === 'radiogroup' && {
    'aria-required': props.isRequired || undefined,
    'aria-invalid': (props.messages ?? []).length > 0 || undefined,
  };
  return { parts, groupProps: { ...fieldProps, ...state, role } };
}
