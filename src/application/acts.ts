// What an applicant can do that takes the account's code. The client implements it; screens and shell call it.

export interface Acts {
  /** Call after the server has accepted a login: the marker cookie and the session exist. */
  loggedIn(username: string): Promise<void>;
  /**
   * Saves, validates and submits the application.
   *
   * @param today `YYYY-MM-DD` at the university
   */
  submit(today: string): Promise<SubmitOutcome>;
  /** Logs out by choice: sends unsent changes, ends the session, wipes the device. */
  logOut(options?: { readonly evenIfPending?: boolean }): Promise<LogoutOutcome>;
}

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
