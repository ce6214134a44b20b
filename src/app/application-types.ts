import type { ComponentType, ReactNode } from 'react';
import type { AnswersFacade } from '#answers/answers-facade.ts';
import type { VisitorTabs } from '#api/visitor-tabs.ts';
import type { ServiceView } from '#contract/token-views.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import type { Documents } from '#documents/documents.ts';
import type { OwnParts } from '#fields/form-context.tsx';
import type { Presence } from '#session/presence.ts';
import type { SessionActions, SubmitOutcome } from '#session/session-actions.ts';
import type { Session } from '#session/session.ts';
import type { SubmissionParts } from './account-submission.ts';
import type { InstallOffer } from './install-offer.ts';
import type { OperatorBanner } from './operator-banner.ts';
import type { Updates } from './updates.ts';

/** What only an applicant with an account needs. Its code is loaded for them alone (`account.tsx`). */
export interface Account {
  readonly documents: Documents;
  readonly presence: Presence;
  /** Finds out at a card who is logged in. Once `end` resolves, it changes nothing any more. */
  readonly meeting: { readonly end: () => Promise<void> };
  readonly ownParts: OwnParts;
  /** Provides the form with the server's state of this account. */
  readonly Provider: ComponentType<{ readonly children: ReactNode }>;
  readonly AtCard: ComponentType;
  readonly Dialogs: ComponentType;
  /**
   * Called once an applicant is found to be logged in.
   *
   * @param isOffline true if only this device says so, because the server cannot be reached
   */
  readonly arrived: (isOffline: boolean) => Promise<void>;
  /** Called once nobody is logged in any more. */
  readonly left: () => void;
  /** Marks all account data as stale, so that what is shown is fetched again. */
  readonly invalidate: () => void;
  /** @see SessionActions.submit */
  readonly submit: (
    parts: Pick<SubmissionParts, 'webStatus' | 'setWebStatus' | 'today'>,
  ) => Promise<SubmitOutcome>;
  readonly logOut: () => Promise<void>;
}

/** Who is here, and what is shown to them. */
export type Loaded =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'applicant'; readonly account: Account }
  | { readonly kind: 'service'; readonly view: ServiceView }
  | { readonly kind: 'dead-link' };

/** The parts of the running client, made once. */
export interface Application {
  readonly clock: Clock;
  readonly device: Device;
  readonly answers: AnswersFacade;
  readonly session: Session;
  readonly actions: SessionActions;
  readonly visitorTabs: VisitorTabs;
  readonly updates: Updates;
  readonly banner: OperatorBanner;
  readonly installOffer: InstallOffer;
  /** The date at the university (`YYYY-MM-DD`) on which this page was prerendered; `undefined` if it was not. */
  readonly prerenderedOn: string | undefined;
  /**
   * Loads the account's code and makes the `Account`, once.
   *
   * @throws {NetworkError} if the code cannot be loaded
   */
  readonly fetchAccount: () => Promise<Account>;
  /** True if the visitor has a session or a token, and the page is not a prerendered one. */
  readonly expectsAccount: boolean;
  /** Finds out who is here. Returns at once, not a promise, if that is known. */
  readonly load: (search: string) => Loaded | Promise<Loaded>;
  /**
   * Called once an applicant is found to be logged in: starts the idle timer and posts the status.
   *
   * @param isOffline true if only this device says so, because the server cannot be reached
   */
  readonly arrived: (isOffline: boolean) => Promise<void>;
  /** Called once the session is no longer valid: clears the screen. Unsent answers stay sealed on the device. */
  readonly unauthorized: () => void;
  /** Called once the first screen is rendered, or has hydrated the prerendered page. */
  readonly shown: () => void;
  readonly whenShown: Promise<void>;
  /** Starts listening to the page's events: activity, visibility, network. */
  readonly watchThePage: () => void;
  /** Closes the channels to other tabs. */
  readonly close: () => void;
}
