import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { Judge } from '#form/messages.ts';
import type { Element } from '#form/page.ts';

/** The last component of a repeater, to be taken away. */
export interface Removal {
  readonly title: string;
  readonly elements: readonly Element[];
  readonly onRemoved: () => void;
}

/** Files that have to be waited for. */
export interface Wait {
  readonly isOpen: boolean;
  /** The keys of their questions, where these are not in sight. */
  readonly files?: readonly string[];
  readonly onClose: () => void;
}

/** What only an account has on a form page, and comes with it. */
export interface OwnParts {
  readonly judge: Judge;
  readonly errorSummary: ReactNode;
  readonly pdfOffer: ReactNode;
  readonly RemoveComponent: ComponentType<Removal>;
  readonly UploadInProgress: ComponentType<Wait>;
}

/** What every field of the form knows of the applicant's standing. */
export interface FormStanding {
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
