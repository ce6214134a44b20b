import type { WebStatus } from '#contract/standing.ts';

/** What can happen to who is here. The application makes these; screens and shell call them. */
export interface SessionActions {
  /** The server has let the applicant in: the marker and the session are there. */
  loggedIn(username: string): Promise<void>;
  /** Sets a status here and has it posted; `submitted` is the server's own and only set here. */
  setWebStatus(status: WebStatus): void;
  changedPage(): void;
  /**
   * Hands the application in, unless a file is on its way to it: after the submission it would come too late.
   *
   * @returns the keys of the questions whose files have to be waited for; none once it is handed in
   * @throws the errors of `api/`
   */
  submit(): Promise<readonly string[]>;
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

/** Logging out with changes that could not be sent is asked about first. */
export type LogoutOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'pending'; readonly pending: number }
  /** The server could not be told; `message` says so. */
  | { readonly status: 'failed'; readonly message: string };
