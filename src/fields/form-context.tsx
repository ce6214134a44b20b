import { createContext, type ComponentType, type ReactNode, type Ref } from 'react';
import type { Judge } from '#form/messages.ts';
import type { Element } from '#form/page.ts';
import { useProvided } from '#provided.ts';

/** The last component of a repeater, which the applicant can remove. */
export interface Removal {
  readonly title: string;
  readonly elements: readonly Element[];
  readonly onRemoved: () => void;
}

/** The button that adds a component of a repeater. */
export interface Addition {
  readonly id: string;
  readonly label: string;
  readonly buttonRef: Ref<HTMLButtonElement>;
  /** Whether there is no room for another. */
  readonly isFull: boolean;
  readonly onAdd: () => void;
}

/** The props of the dialog that asks the applicant to wait for files. */
export interface Wait {
  readonly isOpen: boolean;
  /** The keys of the file questions, if those are not visible. */
  readonly files?: readonly string[];
  readonly onClose: () => void;
}

/** The parts of a form page that only an account needs (`app/account-parts.tsx`). They load with the account. */
export interface OwnParts {
  readonly judge: Judge;
  readonly errorSummary: ReactNode;
  readonly pdfOffer: ReactNode;
  readonly AddAnother: ComponentType<Addition>;
  readonly RemoveComponent: ComponentType<Removal>;
  /** Says that the chosen tabs could not be loaded. `focusId` gets the focus when that is over. */
  readonly TabsFailure: ComponentType<{ readonly focusId: string }>;
  readonly UploadInProgress: ComponentType<Wait>;
}

/** The applicant's state for every field of the form. */
interface FormState {
  /** `YYYY-MM-DD`, the date at the university. */
  readonly today: string;
  /** The entry term that was submitted in time, `''` for none. */
  readonly kept: string;
  /** Messages show only while the web status is validating. */
  readonly isValidating: boolean;
  readonly own: OwnParts | undefined;
  /** Checks the answers of a visitor. */
  readonly judge?: Pick<Judge, 'messagesFor'> | null;
  readonly isLoggedIn: boolean;
}

export const ERROR_SUMMARY_ID = 'error-summary';

/** Why the server refused answers, by key. An account provides it; a context, because each letter would ask each field. */
export const RefusalsContext = createContext<ReadonlyMap<string, string>>(new Map());

export const FormStateContext = createContext<FormState | undefined>(undefined);

export function useFormState(): FormState {
  return useProvided(FormStateContext);
}
