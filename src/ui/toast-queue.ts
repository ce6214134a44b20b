import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from '#limits.ts';

export interface ToastMessage {
  readonly severity: 'success' | 'error';
  readonly label: string;
  readonly text: string;
  readonly timeoutMs: number;
}

/** Where toasts are put from anywhere, React or not. The region on the page takes them out and shows them. */
export class ToastQueue {
  #waiting: ToastMessage[] = [];
  #listener: (() => void) | null = null;

  addSuccess(label: string, text: string): void {
    this.#add({ severity: 'success', label, text, timeoutMs: SUCCESS_TOAST_MS });
  }

  addError(label: string, text: string): void {
    this.#add({ severity: 'error', label, text, timeoutMs: ERROR_TOAST_MS });
  }

  /** The messages since the last call, oldest first. */
  take(): readonly ToastMessage[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Calls `listener` when a message waits, at once if one does already. Returns the end of it. */
  listen(listener: () => void): () => void {
    this.#listener = listener;
    if (this.hasWaiting) listener();
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  #add(message: ToastMessage): void {
    // The same error twice in a row is one error told once.
    if (this.#waiting.some(({ label, text }) => label === message.label && text === message.text)) return;
    this.#waiting.push(message);
    this.#listener?.();
  }
}

/** The one queue of the application. */
export const toasts = new ToastQueue();
