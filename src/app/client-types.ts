import type { ComponentType, ReactNode } from 'react';
import type { Acts } from '#application/acts.ts';
import type { Application } from '#application/run.ts';
import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import type { OwnParts } from '#fields/form-context.tsx';
import type { InstallOffer } from './install-offer.ts';
import type { OperatorBanner } from './operator-banner.ts';
import type { Updates } from './updates.ts';

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
  /** Loads again all that the server has of this account beside the answers. */
  readonly reload: () => void;
  readonly logOut: () => Promise<void>;
}

/** Who is here, and what is shown to them. */
export type Loaded =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'applicant'; readonly account: Account }
  | { readonly kind: 'service'; readonly view: ServiceView; readonly kept: ApplicationDocument | undefined }
  | { readonly kind: 'dead-link' };

/** The parts of the running client, made once. */
export interface Client {
  readonly application: Application;
  readonly acts: Acts;
  readonly updates: Updates;
  readonly banner: OperatorBanner;
  readonly installOffer: InstallOffer;
  /** The date at the university (`YYYY-MM-DD`) on which this page was prerendered; `undefined` if it was not. */
  readonly prerenderedOn: string | undefined;
  /** Makes the `Account`, once. Throws a `NetworkError` if its code cannot be loaded. */
  readonly fetchAccount: () => Promise<Account>;
  /** The account, once its code is loaded. */
  readonly account: () => Account | undefined;
  /** Whether the visitor has a session or a token, and the page is not a prerendered one. */
  readonly expectsAccount: boolean;
  /** Finds out who is here. Returns at once, not a promise, if that is known. */
  readonly load: (search: string) => Loaded | Promise<Loaded>;
  /** Call once the first screen is rendered, or has hydrated the prerendered page. */
  readonly shown: () => void;
  readonly whenShown: Promise<void>;
}
