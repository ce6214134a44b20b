import { isPending, type DocumentAnswer } from '#contract/document-answer.ts';
import { ServerError, UnauthorizedError } from '#api/errors.ts';
import { isBusy } from '#api/refusals.ts';
import type { WaitingFile } from './waiting-files.ts';

type Look = (signal: AbortSignal) => Promise<DocumentAnswer | undefined>;

/**
 * The file that another device has given for a question meanwhile. The list of documents is loaded once, so this
 * device may not show it.
 */
export class OtherFile {
  readonly #look: Look;
  readonly #onAsk: (name: string, theirs: string) => void;
  #decide: ((replaces: boolean) => void) | undefined;
  /** The applicant has agreed that this file replaces that one. */
  #agreed: { readonly id: string; readonly theirs: DocumentAnswer } | undefined;
  #isSpared = false;

  /**
   * @param look reads which document the account has now
   * @param onAsk called with the names of both files when the applicant is to be asked; `decide` takes the reply
   */
  constructor(look: Look, onAsk: (name: string, theirs: string) => void) {
    this.#look = look;
    this.#onAsk = onAsk;
  }

  /** Whether the account may have a file that stays if this device's does not go up. */
  get isSpared(): boolean {
    return this.#isSpared;
  }

  /**
   * Looks before a file goes up, and asks if the account has a different one.
   *
   * @returns the document that the applicant keeps instead; `undefined` if the file may go up
   */
  async keptInsteadOf({ id, file }: WaitingFile, signal: AbortSignal): Promise<DocumentAnswer | undefined> {
    this.#isSpared = true;
    let theirs: DocumentAnswer | undefined;
    try {
      theirs = await this.#look(signal);
    } catch (error) {
      const isRefused =
        error instanceof ServerError && !(error instanceof UnauthorizedError) && !isBusy(error);
      if (!isRefused) throw error;
      // A list that the server refuses to give holds no file up. What it would have named stays spared.
      return undefined;
    }
    signal.throwIfAborted();
    // An earlier attempt may have succeeded without our hearing of it.
    if (!isThere(theirs) || isSame(theirs, { file_name: file.name, file_size: file.size })) {
      this.#isSpared = false;
      return undefined;
    }
    const hasAgreed = this.#agreed?.id === id && isSame(this.#agreed.theirs, theirs);
    if (!hasAgreed && !(await this.#ask(file.name, theirs.file_name, signal))) return theirs;
    this.#agreed = { id, theirs };
    return undefined;
  }

  /** Call when the applicant has replied. */
  decide(replaces: boolean): void {
    this.#decide?.(replaces);
  }

  /** Call once the account has this device's file, or none. */
  markReplaced(): void {
    this.#isSpared = false;
  }

  /** Resolves to whether the other device's file is to be replaced. */
  async #ask(name: string, theirs: string, signal: AbortSignal): Promise<boolean> {
    const replaces = await new Promise<boolean>((resolve) => {
      this.#decide = resolve;
      signal.addEventListener('abort', () => resolve(false), { once: true });
      this.#onAsk(name, theirs);
    });
    signal.throwIfAborted();
    return replaces;
  }
}

/** Whether there is a document, or will be one. */
function isThere(document: DocumentAnswer | undefined): document is DocumentAnswer {
  return document !== undefined && (document.status === 'COMPLETED' || isPending(document.status));
}

type Named = Pick<DocumentAnswer, 'file_name' | 'file_size'>;

function isSame(one: Named, other: Named): boolean {
  return one.file_name === other.file_name && one.file_size === other.file_size;
}
