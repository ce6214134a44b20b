import { NetworkError } from '#api/errors.ts';
import { isFinal } from '#api/refusals.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { DocumentWire } from './document-wire.ts';
import { StorageUnreachableError } from './errors.ts';
import type { WaitingFile } from './waiting-files.ts';

/** Brings the file of one question into storage, and has the server convert it. */
export class FileSender {
  readonly #key: AnswerKey;
  readonly #wire: DocumentWire;
  /** The file that is in storage and not converted yet, so that a retry need not send it again. */
  #stored: { readonly id: string; readonly fileKey: string } | undefined;

  constructor(key: AnswerKey, wire: DocumentWire) {
    this.#key = key;
    this.#wire = wire;
  }

  /**
   * Resolves once the server has begun the conversion.
   *
   * @param onAnswered called when the server has answered for the first time: it may know of the file from then on
   * @throws {StorageUnreachableError} when the storage does not answer, though the server does
   */
  async send(waiting: WaitingFile, signal: AbortSignal, onAnswered: () => void): Promise<void> {
    const { id, file } = waiting;
    const before = this.#stored?.id === id ? this.#stored.fileKey : undefined;
    const fileKey = before ?? (await this.#store(file, signal, onAnswered));
    this.#stored = { id, fileKey };
    try {
      await this.#wire.convert(this.#key, fileKey, file.name, signal);
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.#stored = undefined;
      if (before === undefined) throw error;
      // Storage deletes files that stay unconverted for long: send the file again.
      await this.send(waiting, signal, onAnswered);
    }
  }

  /** @returns the key of the file in storage */
  async #store(file: File, signal: AbortSignal, onAnswered: () => void): Promise<string> {
    const presigned = await this.#wire.presign(this.#key, signal);
    onAnswered();
    await this.#wire.post(presigned, file, signal).catch((error: unknown) => {
      throw error instanceof NetworkError ? new StorageUnreachableError(undefined, { cause: error }) : error;
    });
    return presigned.fields['key'] ?? '';
  }
}
