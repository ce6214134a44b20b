import type { AriaTextFieldOptions } from 'react-aria/useTextField';

/** The props of every field: its label, hint, errors and place on the page. */
export interface LabelledProps {
  /** The id of the outermost element, which links to the question point to. The first input is `${id}-input`. */
  readonly id: string;
  /** The id of the inputs' form, if that form is not around them. */
  readonly form?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The error messages; empty if there are none. */
  readonly messages?: readonly string[] | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Shown after the label of a field that is not required; '' shows nothing. */
  readonly optionalText?: string | undefined;
}

/**
 * Reports a new value.
 *
 * @param isEarly whether the field had it when the script took over the page: it was entered or restored before that
 */
export type Report = (value: string, isEarly?: boolean) => void;

/** A field whose answer is one string. */
export interface FieldProps extends LabelledProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: Report;
  readonly onBlur?: (() => void) | undefined;
}

type Typing = 'autoComplete' | 'inputMode' | 'enterKeyHint' | 'autoCapitalize' | 'type' | 'maxLength';

/** A field that the applicant types into. */
export type TypedFieldProps = FieldProps & {
  readonly [K in Typing]?: AriaTextFieldOptions<'input'>[K] | undefined;
};

/** A text that is kept outside of the field. A prerendered page is hydrated without it. */
export interface KeptText {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => string;
  readonly set: Report;
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}
