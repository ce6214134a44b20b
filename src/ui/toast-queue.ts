import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from '#limits.ts';

export interface ToastMessage {
  readonly severity: 'success' | 'error';
  readonly label: string;
  readonly text: string;
  readonly timeoutMs: number;
  /** What the message is about: the next error from the same source replaces it. */
  readonly source?: string | undefined;
}

/** Any code, React or not, adds toasts here. The region on the page removes them and shows them. */
export class ToastQueue {
  #waiting: ToastMessage[] = [];
  #listener: (() => void) | null = null;
  #closer: ((source: string) => void) | null = null;

  addSuccess(label: string, text: string): void {
    this.#add({ severity: 'success', label, text, timeoutMs: SUCCESS_TOAST_MS });
  }

  addError(label: string, text: string, source?: string): void {
    if (source !== undefined) this.close(source);
    this.#add({ severity: 'error', label, text, timeoutMs: ERROR_TOAST_MS, source });
  }

  /** Removes the error about `source`, waiting or shown, because it is no longer true. */
  close(source: string): void {
    this.#waiting = this.#waiting.filter((message) => message.source !== source);
    this.#closer?.(source);
  }

  /** Removes and returns the messages since the last call, oldest first. */
  take(): readonly ToastMessage[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Calls `listener` when a message waits, at once if one already does. Calls `closer` when the shown toast of a
   * source must close.
   *
   * @returns a function that stops both
   */
  listen(listener: () => void, closer: ((source: string) => void) | null = null): () => void {
    this.#listener = listener;
    this.#closer = closer;
    if (this.hasWaiting) listener();
    return () => {
      if (this.#listener !== listener) return;
      this.#listener = null;
      this.#closer = null;
    };
  }

  #add(message: ToastMessage): void {
    // A message that is already waiting is not added twice.
    const isSame = ({ label, text, source }: ToastMessage) =>
      label === message.label && text === message.text && source === message.source;
    if (this.#waiting.some(isSame)) return;
    this.#waiting.push(message);
    this.#listener?.();
  }
}

/** The application's only queue. */
export const toasts = new ToastQueue();
