/** One choice: the value that is stored, and the label that the applicant reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** `YYYY-MM-DD`: offered until this day ends at the university. */
  readonly closes?: string;
}

/** The first entry of every list: no choice. */
export const emptyOption: Option = { value: '', label: '--' };

/** A list of choices that begins with the empty one. */
export function optionList(options: readonly Option[]): readonly Option[] {
  return [emptyOption, ...options];
}

export const yesNo: readonly Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
