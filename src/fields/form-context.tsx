import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { Judge } from '#form/messages.ts';
import type { Element } from '#form/page.ts';

/** The last component of a repeater, which the applicant can remove. */
export interface Removal {
  readonly title: string;
  readonly elements: readonly Element[];
  readonly onRemoved: () => void;
}

/** The props of the dialog that asks the applicant to wait for files. */
export interface Wait {
  readonly isOpen: boolean;
  /** The keys of the file questions, if those are out of sight. */
  readonly files?: readonly string[];
  readonly onClose: () => void;
}

/** The parts of a form page that only an account needs. They load with the account. */
export interface OwnParts {
  readonly judge: Judge;
  readonly errorSummary: ReactNode;
  readonly pdfOffer: ReactNode;
  readonly RemoveComponent: ComponentType<Removal>;
  readonly UploadInProgress: ComponentType<Wait>;
}

/** The applicant's state, as every field of the form needs it. */
interface FormStanding {
  /** `YYYY-MM-DD`, the date at the university. */
  readonly today: string;
  /** Messages show only while the web status is validating. */
  readonly isValidating: boolean;
  readonly own: OwnParts | undefined;
  readonly isLoggedIn: boolean;
}

export const ERROR_SUMMARY_ID = 'error-summary';

const FormContext = createContext<FormStanding | undefined>(undefined);

export function FormStandingProvider({
  standing,
  children,
}: {
  readonly standing: FormStanding;
  readonly children: ReactNode;
}) {
  return <FormContext value={standing}>{children}</FormContext>;
}

export function useFormStanding(): FormStanding {
  const standing = useContext(FormContext);
  if (standing === undefined) throw new Error('A field stands outside FormStandingProvider.');
  return standing;
}
