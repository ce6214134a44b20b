import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from '#limits.ts';

export interface ToastMessage {
  readonly severity: 'success' | 'error';
  readonly label: string;
  readonly text: string;
  readonly timeoutMs: number;
  /** What it is about: the next error of the same source takes its place. */
  readonly source?: string | undefined;
}

/** Where toasts are put from anywhere, React or not. The region on the page takes them out and shows them. */
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

  /** What was said of `source` holds no longer: its error goes, whether it waits or is shown. */
  close(source: string): void {
    this.#waiting = this.#waiting.filter((message) => message.source !== source);
    this.#closer?.(source);
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

  /**
   * Calls `listener` when a message waits, at once if one does already, and `closer` when what is shown of a source is
   * to go. Returns the end of it.
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
    // The same error twice in a row is one error told once.
    const isSame = ({ label, text, source }: ToastMessage) =>
      label === message.label && text === message.text && source === message.source;
    if (this.#waiting.some(isSame)) return;
    this.#waiting.push(message);
    this.#listener?.();
  }
}

/** The one queue of the application. */
export const toasts = new ToastQueue();
