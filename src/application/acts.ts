// What an applicant or a visitor can do beside answering. The client implements it; screens and shell call it.

export interface Acts {
  /** Call after the server has accepted a login: the marker cookie and the session exist. */
  loggedIn(username: string): Promise<void>;
  /** Call when the visitor signs up: the answers on this device belong to that account. */
  signedUp(username: string): Promise<void>;
  /**
   * Saves, validates and submits the application.
   *
   * @param today `YYYY-MM-DD` at the university
   */
  submit(today: string): Promise<SubmitOutcome>;
  /** Logs out by choice: sends unsent changes, ends the session, wipes the device. */
  logOut(options?: { readonly evenIfPending?: boolean }): Promise<LogoutOutcome>;
  /** The applicant chooses to stay logged in. */
  stay(): void;
  /** The applicant chooses not to stay. */
  leaveIdle(): void;
  /** Whether this is a shared computer, where nothing is stored. */
  isSharedComputer(): boolean;
  /** Turns storing on this device off or on. Answers on screen stay. */
  setSharedComputer(isShared: boolean): Promise<void>;
  /** Deletes the draft of a visitor without an account, on screen and on this device. */
  clearDevice(): Promise<void>;
}

/** The result of submitting. */
export type SubmitOutcome =
  /** Submitted now or earlier, here or on another device. */
  | { readonly status: 'submitted' }
  /** Some answers are invalid; the form shows which. */
  | { readonly status: 'invalid' }
  /** Files of these questions are still uploading: after the submission they would be too late. */
  | { readonly status: 'files-under-way'; readonly keys: readonly string[] }
  /** The session has ended, or a dialog asks a question first. */
  | { readonly status: 'stopped' }
  /** Some changes, or the submission itself, did not reach the account; `message` tells the applicant. */
  | { readonly status: 'failed'; readonly message: string };

/** The result of logging out. `pending`: the applicant must first confirm losing unsent changes. */
type LogoutOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'pending'; readonly pending: number }
  /** The call to the server failed; `message` tells the applicant. */
  | { readonly status: 'failed'; readonly message: string };
