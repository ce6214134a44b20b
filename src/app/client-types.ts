import type { ComponentType, ReactNode } from 'react';
import type { Acts } from '#application/hooks.ts';
import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import type { OwnParts } from '#fields/form-context.tsx';

/** What only an applicant with an account needs. Its code is loaded for them alone (`account.tsx`). */
export interface Account extends Pick<Acts, 'submit'> {
  readonly ownParts: OwnParts;
  /** Provides the form with the server's state of this account. */
  readonly Provider: ComponentType<{ readonly children: ReactNode }>;
  readonly AtCard: ComponentType;
  readonly Dialogs: ComponentType;
  /** Finds out who is logged in, and loads their answers. Throws an `UnauthorizedError` if the session has ended. */
  readonly enter: () => Promise<void>;
  /** Resolves once nothing that a card has begun can change who is here any more. */
  readonly endCardVisit: () => Promise<void>;
  readonly logOut: () => Promise<void>;
}

/** Who is here, and what is shown to them. */
export type Loaded =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'applicant'; readonly account: Account }
  | { readonly kind: 'service'; readonly view: ServiceView; readonly kept: ApplicationDocument | undefined }
  | { readonly kind: 'dead-link' };
