import type { WebStatus } from '#contract/standing.ts';

/** What can happen to who is here. The application makes these; screens and shell call them. */
export interface SessionActions {
  /** The server has let the applicant in: the marker and the session are there. */
  loggedIn(username: string): Promise<void>;
  /** Sets a status here and has it posted; `submitted` is the server's own and only set here. */
  setWebStatus(status: WebStatus): void;
  changedPage(): void;
  /**
   * Saves, validates and hands the application in.
   *
   * @param today `YYYY-MM-DD` at the university
   */
  submit(today: string): Promise<SubmitOutcome>;
  /** Notes the page that an applicant is on, to come back to at the next login. */
  visited(path: string): void;
  /** Chosen by the applicant: sends what waits, ends the session, wipes the device. */
  logOut(options?: { readonly evenIfPending?: boolean }): Promise<LogoutOutcome>;
  /** Whether nothing is kept on this device, because others use it too. */
  isSharedComputer(): boolean;
  /** Keeps nothing on this device from now on, or keeps things again. What is on screen stays. */
  setSharedComputer(isShared: boolean): Promise<void>;
  /** Forgets, on screen and on this device, what has been entered without an account. */
  clearDevice(): Promise<void>;
  readonly idle: {
    subscribe(listener: () => void): () => void;
    isWarning(): boolean;
    stay(): void;
    logOut(): void;
  };
}

/** What became of a try to submit. */
export type SubmitOutcome =
  /** Now, or before, here or on another device. */
  | { readonly status: 'submitted' }
  /** Answers are amiss; the form says which. */
  | { readonly status: 'invalid' }
  /** Files are on their way to these questions: after the submission they would come too late. */
  | { readonly status: 'files-under-way'; readonly keys: readonly string[] }
  /** The session has ended, or a dialog asks something first. */
  | { readonly status: 'stopped' }
  /** Not everything has reached the account, or the submission has not; `message` says so. */
  | { readonly status: 'failed'; readonly message: string };

/** Logging out with changes that could not be sent is asked about first. */
export type LogoutOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'pending'; readonly pending: number }
  /** The server could not be told; `message` says so. */
  | { readonly status: 'failed'; readonly message: string };
