import type { Device } from '#device/device.ts';
import type * as z from 'zod/mini';
import {
  answerRecord,
  draftAnswer,
  draftMeta,
  draftOperation,
  META_RECORD,
  operationRecord,
  type DraftAnswer,
  type DraftMeta,
  type DraftOperation,
  type Owner,
} from './records.ts';

export interface LoadedDraft {
  readonly answers: Map<string, DraftAnswer>;
  readonly operations: DraftOperation[];
}

/** The drafts on this device, one for each person: written at once, what comes meanwhile in the next go. */
export class Draft {
  readonly #device: Device;
  readonly #onWritten: () => void;
  #records = new Map<string, unknown>();
  #waiting = new Map<string, unknown>();
  #writing: Promise<unknown> = Promise.resolve();
  #failed = new Map<string, unknown>();
  #isWriting = false;

  constructor(device: Device, onWritten: () => void) {
    this.#device = device;
    this.#onWritten = onWritten;
  }

  async open(): Promise<void> {
    this.#records = await this.#device.readAll().catch(() => new Map<string, unknown>());
  }

  get meta(): DraftMeta | undefined {
    return parsed(draftMeta, this.#records.get(META_RECORD));
  }

  load(owner: Owner): LoadedDraft {
    const answers = new Map<string, DraftAnswer>();
    const operations: DraftOperation[] = [];
    const answerPrefix = answerRecord(owner, '');
    const operationPrefix = `operation/${owner}/`;
    for (const [name, record] of this.#records) {
      if (name.startsWith(answerPrefix)) {
        const answer = parsed(draftAnswer, record);
        if (answer !== undefined) answers.set(name.slice(answerPrefix.length), answer);
      } else if (name.startsWith(operationPrefix)) {
        const waiting = parsed(draftOperation, record);
        if (waiting !== undefined) operations.push(waiting);
      }
    }
    operations.sort((a, b) => a.order - b.order);
    return { answers, operations };
  }

  putMeta(meta: DraftMeta): void {
    this.#put(META_RECORD, meta);
  }

  putAnswer(owner: Owner, key: string, answer: DraftAnswer | undefined): void {
    this.#put(answerRecord(owner, key), answer);
  }

  putOperation(owner: Owner, waiting: DraftOperation): void {
    this.#put(operationRecord(owner, waiting.order), waiting);
  }

  deleteOperation(owner: Owner, order: number): void {
    this.#put(operationRecord(owner, order), undefined);
  }

  /** Forgets one person's draft. */
  forget(owner: Owner): void {
    for (const name of this.#records.keys()) {
      if (name.startsWith(answerRecord(owner, '')) || name.startsWith(`operation/${owner}/`))
        this.#put(name, undefined);
    }
  }

  /** Resolves once everything that was put rests on the device, or could not. */
  async flush(): Promise<void> {
    while (!this.isSettled) {
      this.#startWriting();
      await this.#writing;
    }
  }

  #startWriting(): void {
    if (this.#isWriting || this.#waiting.size === 0) return;
    const writes = new Map([...this.#failed, ...this.#waiting]);
    this.#failed = new Map();
    this.#waiting = new Map();
    this.#isWriting = true;
    this.#writing = this.#device.write(writes).then((isKept) => {
      // Tried again with the next change; the device's own status says meanwhile that nothing is kept.
      if (!isKept) this.#failed = writes;
      this.#isWriting = false;
      this.#startWriting();
      this.#onWritten();
    });
  }

  /** Whether everything that was put rests on the device. */
  get isSettled(): boolean {
    return this.#waiting.size === 0 && !this.#isWriting;
  }

  /** Drops what waits and forgets what was read: the device has been wiped. */
  async wipe(): Promise<void> {
    this.#waiting.clear();
    this.#failed.clear();
    this.#records.clear();
    await this.#writing;
    await this.#device.wipe();
  }

  #put(name: string, value: unknown): void {
    if (value === undefined) this.#records.delete(name);
    else this.#records.set(name, value);
    this.#waiting.set(name, value);
    // After this turn, so that what one change clears goes with it. No timer: a page may be gone before it.
    queueMicrotask(() => this.#startWriting());
  }
}

function parsed<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | undefined {
  const verdict = schema.safeParse(value);
  return verdict.success ? verdict.data : undefined;
}
