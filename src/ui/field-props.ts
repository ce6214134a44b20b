export type InputMode = 'none' | 'text' | 'decimal' | 'numeric' | 'tel' | 'search' | 'email' | 'url';
export type EnterKeyHint = 'enter' | 'done' | 'go' | 'next' | 'previous' | 'search' | 'send';
export type AutoCapitalize = 'off' | 'none' | 'on' | 'sentences' | 'words' | 'characters';

/** What every field has: a label, a hint, its errors and its place on the page. */
export interface LabelledProps {
  /** On the outermost element; links to the question lead here. The first input is `${id}-input`. */
  readonly id: string;
  /** The id of the form that the inputs belong to, where it does not stand around them. */
  readonly form?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Errors in words; none when there is nothing to say. */
  readonly messages?: readonly string[] | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Said after the label of a field that is not required; '' says nothing. */
  readonly optionalText?: string | undefined;
}

/** A field whose answer is one string. */
export interface FieldProps extends LabelledProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

/** A field that is typed into. */
export interface TypedFieldProps extends FieldProps {
  readonly autoComplete?: string | undefined;
  readonly inputMode?: InputMode | undefined;
  readonly enterKeyHint?: EnterKeyHint | undefined;
  readonly autoCapitalize?: AutoCapitalize | undefined;
  readonly maxLength?: number | undefined;
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The ids of what describes a field, for `aria-describedby`. */
export function describedBy(
  { id, hint, messages = [] }: Pick<LabelledProps, 'id' | 'hint' | 'messages'>,
  ...more: readonly (string | undefined)[]
): string | undefined {
  const ids = [
    messages.length > 0 && `${id}-messages`,
    hint !== undefined && hint !== '' && `${id}-hint`,
    ...more,
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** What every input takes of its field but for its text: who it is, what describes it, and what is wrong with it. */
export function inputProps(props: TypedFieldProps, ...describing: readonly (string | undefined)[]) {
  const { id, name, messages = [], isRequired, isDisabled } = props;
  return {
    id: `${id}-input`,
    form: props.form,
    className: 'ui-input',
    name,
    onBlur: props.onBlur,
    disabled: isDisabled,
    autoComplete: props.autoComplete,
    autoCapitalize: props.autoCapitalize,
    inputMode: props.inputMode,
    enterKeyHint: props.enterKeyHint,
    maxLength: props.maxLength,
    // Not `required`: the browser's own bubbles would speak before the form does.
    'aria-required': isRequired || undefined,
    'aria-invalid': messages.length > 0 || undefined,
    'aria-describedby': describedBy(props, ...describing),
  };
}
