import type { Question } from '#form/question.ts';
import { useFieldsForm } from './fields-form.tsx';
import { useIsRequired, useMessages } from './use-derived.ts';

/** The props that every widget takes from its question: identity, texts and errors. */
export interface FieldProps {
  readonly id: string;
  readonly form: string;
  readonly name: string;
  readonly label: string;
  readonly optionalText?: string;
  readonly hint?: string;
  readonly isRequired: boolean;
  readonly messages: readonly string[];
  readonly autoComplete?: string;
}

export function useFieldProps(question: Question): FieldProps {
  const { key, label, groupLabel, hint, autocomplete, isUnmarked } = question;
  return {
    id: key,
    form: useFieldsForm(),
    name: key,
    label: groupLabel ?? label,
    isRequired: useIsRequired(question),
    messages: useMessages(question),
    ...((groupLabel ?? isUnmarked) !== undefined && { optionalText: '' }),
    ...(hint !== undefined && { hint }),
    ...(autocomplete !== undefined && { autoComplete: autocomplete }),
  };
}
