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

/** Well under the half second that a keystroke may take to the device. */
const WRITE_WITHIN_MS = 250;

export interface LoadedDraft {
  readonly answers: Map<string, DraftAnswer>;
  readonly operations: DraftOperation[];
}

/** The drafts on this device, one for each person: written soon after every change, and at once on demand. */
export class Draft {
  readonly #device: Device;
  readonly #onWritten: () => void;
  #records = new Map<string, unknown>();
  #waiting = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #inFlight = 0;

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

  /** Writes what waits now; resolves once it rests on the device or could not. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const writes = this.#waiting;
    if (writes.size > 0) {
      // Started at once and in order: a page that is being hidden may get no further turn.
      this.#waiting = new Map();
      this.#inFlight += 1;
      this.#writing = this.#writing
        .then(() => this.#device.write(writes))
        .finally(() => {
          this.#inFlight -= 1;
          this.#onWritten();
        });
    }
    await this.#writing;
  }

  /** Whether everything that was put rests on the device. */
  get isSettled(): boolean {
    return this.#waiting.size === 0 && this.#inFlight === 0;
  }

  /** Drops what waits and forgets what was read: the device has been wiped. */
  async wipe(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
    this.#records.clear();
    await this.#writing;
    await this.#device.wipe();
  }

  #put(name: string, value: unknown): void {
    if (value === undefined) this.#records.delete(name);
    else this.#records.set(name, value);
    this.#waiting.set(name, value);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_WITHIN_MS);
  }
}

function parsed<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | undefined {
  const verdict = schema.safeParse(value);
  return verdict.success ? verdict.data : undefined;
}
