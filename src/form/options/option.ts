/** One choice: what is stored, and what the applicant reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The first entry of every list: nothing chosen. */
export const emptyOption: Option = { value: '', label: '--' };

/** A list of choices headed by the empty one. */
export function optionList(options: readonly Option[]): readonly Option[] {
  return [emptyOption, ...options];
}

export const yesNo: readonly Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
