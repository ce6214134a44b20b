import type * as z from 'zod/mini';
import type { getProfile } from '#contract/profile.ts';
import type { WebStatus } from '#contract/standing.ts';
import { webStatusOf } from './web-status.ts';

/** What the client knows of the current user (specification §3, Client snapshot). */
export interface ClientSnapshot {
  readonly username: string | null;
  readonly last_page: string | null;
  readonly num_logins: number;
  readonly is_logged_in: boolean;
  readonly is_service_user: boolean;
  readonly has_changed_page: boolean;
  readonly web_status: WebStatus | null;
}

export type Profile = z.output<typeof getProfile.response>;

const nobody: ClientSnapshot = {
  username: null,
  last_page: null,
  num_logins: 0,
  is_logged_in: false,
  is_service_user: false,
  has_changed_page: false,
  web_status: null,
};

/** The current user, as one immutable snapshot, so that React notices every change. */
export class Session {
  #snapshot: ClientSnapshot = nobody;
  readonly #listeners = new Set<() => void>();

  readonly get = (): ClientSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  loggedIn(): void {
    this.#set({ is_logged_in: true });
  }

  /** Sets the user from the server's profile. `num_logins` is the length of its list of logins, 1 without one. */
  adopt(profile: Profile): void {
    this.#set({
      username: profile.username,
      last_page: profile.last_page,
      num_logins: profile.successful_login?.length ?? 1,
      is_logged_in: true,
      web_status: webStatusOf(profile.web_status),
    });
  }

  becomeServiceUser(): void {
    this.#set({ is_service_user: true });
  }

  changedPage(): void {
    this.#set({ has_changed_page: true });
  }

  setWebStatus(status: WebStatus): void {
    this.#set({ web_status: status });
  }

  setLastPage(path: string): void {
    this.#set({ last_page: path });
  }

  /** Resets to nobody. */
  end(): void {
    this.#snapshot = nobody;
    this.#notify();
  }

  #set(change: Partial<ClientSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
