// What the outbox needs from others, and what it tells them.
import type { IsStillMine } from '#device/sender-lease.ts';
import type { Operation } from './records.ts';

/** The calls of the outbox; all reject with the errors of `api/`. */
export interface Wire {
  readonly putAnswers: (answers: Readonly<Record<string, string>>) => Promise<void>;
  readonly post: (operation: Operation) => Promise<void>;
  /** Reads the account's answers and merges them, so that another device's change is not overwritten. */
  readonly refresh: () => Promise<void>;
}

export interface OutboxEvents {
  readonly onUnauthorized: () => void;
  readonly onAlreadySubmitted: () => void;
  /** The server refused a call for good; it is no longer in the outbox. */
  readonly onRefused: (operation: Operation) => void;
  /** The server failed a call for the first time. The outbox tries it again. */
  readonly onFailing: (operation: Operation) => void;
  /** A call has succeeded after `onFailing`. */
  readonly onRecovered: (operation: Operation) => void;
  /** The standing has changed. */
  readonly onChange: () => void;
}

export interface OnlySender {
  /** Runs work in one tab at a time; resolves to `false` when another tab is sending. */
  run(work: (isStillMine: IsStillMine) => Promise<void>): Promise<boolean>;
}

export type Standing =
  /** `laterAt` if a call that failed alone is tried again then, by the clock's `elapsed`. */
  | { readonly kind: 'idle'; readonly laterAt?: number | undefined }
  | { readonly kind: 'sending' }
  /** No response comes; the outbox retries. */
  | { readonly kind: 'offline' }
  /** The server fails; the outbox retries at `at`, by the clock's `elapsed`. */
  | { readonly kind: 'retrying'; readonly at: number }
  /** Nobody is logged in; the draft keeps everything unsent until the same account returns. */
  | { readonly kind: 'held' };
