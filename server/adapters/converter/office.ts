import { writeProfile, type OfficeProfile } from './office-profile.ts';
import { convertIn, type OfficeProgram, type OfficeResult } from './office-program.ts';
import { prepareProfile } from './office-start.ts';
import { inWorkFolder } from './work-folder.ts';

/** Processor time: for a start alone, and for a start together with a stranger's document. */
const CPU_SECONDS = { start: 15, document: 35 };

interface OfficeOptions extends OfficeProgram {
  /** For tests. */
  readonly cpuSeconds?: typeof CPU_SECONDS;
}

/**
 * Converts Word documents, each by a fresh LibreOffice, so that no document affects the next one. Each LibreOffice has
 * a copy of a profile that another one made while it converted a document of ours. The copy shortens the start, and
 * proves that LibreOffice works here: only then is a failure the fault of a stranger's document.
 */
export class Office {
  readonly #options: OfficeOptions;
  readonly #cpuSeconds: typeof CPU_SECONDS;
  readonly #closing = new AbortController();
  #profile: Promise<OfficeProfile> | undefined;

  constructor(options: OfficeOptions) {
    this.#options = options;
    this.#cpuSeconds = options.cpuSeconds ?? CPU_SECONDS;
  }

  /**
   * Turns a Word document into a PDF.
   *
   * @throws {OurFault} when LibreOffice does not convert our own document either
   * @throws {SandboxError} when something other than the document ended it
   */
  async convert(docx: Uint8Array, signal?: AbortSignal): Promise<OfficeResult> {
    const first = await this.#convertOnce(docx, signal);
    if (first.kind !== 'crashed') return first;
    // LibreOffice itself may no longer work, as during an upgrade. A new profile shows whether it does.
    this.#profile = undefined;
    return this.#convertOnce(docx, signal);
  }

  /** Ends the start of a LibreOffice that no job waits for. */
  close(): void {
    this.#closing.abort();
  }

  async #convertOnce(docx: Uint8Array, signal: AbortSignal | undefined): Promise<OfficeResult> {
    const profile = await unlessAborted(this.#preparedProfile(), signal);
    return inWorkFolder(async (folder) => {
      writeProfile(folder, profile);
      return convertIn(folder, docx, this.#options, { cpuSeconds: this.#cpuSeconds.document, signal });
    });
  }

  /** Returns the profile for all documents. After a failure, the next document tries again. */
  #preparedProfile(): Promise<OfficeProfile> {
    return (this.#profile ??= this.#newProfile().catch((error: unknown) => {
      this.#profile = undefined;
      throw error;
    }));
  }

  #newProfile(): Promise<OfficeProfile> {
    return prepareProfile(this.#options, {
      cpuSeconds: this.#cpuSeconds.start,
      signal: this.#closing.signal,
    });
  }
}

/** Other jobs may wait for the same result, so only the waiting is aborted. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Error('The job was called off.'));
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
