import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { MAX_PDF_BYTES } from './outcome.ts';
import { writeOfficeProfile } from './office-profile.ts';
import { killGroup, type Sandbox } from './sandbox.ts';
import { makeWorkFolder, putFile, removeWorkFolder, takeFile } from './work-folder.ts';

const WORKER = join(import.meta.dirname, 'office-worker.py');
/** For each of its processes: twice what a large document takes, and half of what the unit in `deploy/` grants. */
export const OFFICE_MEMORY_BYTES = 2_147_483_648;
const START_DEADLINE_MS = 40_000;
const CONVERT_DEADLINE_MS = 25_000;
const KILL_GRACE_MS = 3000;
const IDLE_MS = 60_000;
/** After this many documents a new instance starts, so that leaks and leftovers do not accumulate. */
const DOCUMENTS_PER_INSTANCE = 40;
const LIMITS = { memoryBytes: OFFICE_MEMORY_BYTES, cpuSeconds: 600, fileBytes: 134_217_728 };

type OfficeResult =
  | { readonly kind: 'pdf'; readonly pdf: Buffer }
  /** LibreOffice cannot open the document. */
  | { readonly kind: 'refused' }
  /** The deadline passed first. */
  | { readonly kind: 'timeout' }
  /** LibreOffice ended during the conversion. */
  | { readonly kind: 'crashed' };

interface OfficeOptions {
  readonly sandbox: Sandbox;
  readonly sofficePath: string;
  /** For benchmarks: 1 starts a new instance for every document. */
  readonly documentsPerInstance?: number;
  readonly startDeadlineMs?: number;
  readonly convertDeadlineMs?: number;
}

/** Keeps one LibreOffice running, for one document at a time. Starts it when needed; ends it when idle or suspect. */
export class Office {
  readonly #options: OfficeOptions;
  #instance: Instance | undefined;
  #line: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: OfficeOptions) {
    this.#options = options;
  }

  /** Waits for its turn, then converts a Word document into a PDF. */
  convert(docx: Uint8Array, signal?: AbortSignal): Promise<OfficeResult> {
    const turn = this.#line.then(() => this.#convertTwice(docx, signal));
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#end();
  }

  /** An instance may crash without the document's fault, so a crash gets a second try. */
  async #convertTwice(docx: Uint8Array, signal: AbortSignal | undefined): Promise<OfficeResult> {
    const first = await this.#convertOnce(docx, signal);
    return first.kind === 'crashed' && !signal?.aborted ? this.#convertOnce(docx, signal) : first;
  }

  async #convertOnce(docx: Uint8Array, signal: AbortSignal | undefined): Promise<OfficeResult> {
    clearTimeout(this.#idle);
    if (signal?.aborted) return { kind: 'timeout' };
    this.#instance ??= new Instance(this.#options);
    const instance = this.#instance;
    const result = await instance.convert(docx, signal);
    const isWorn = instance.numConverted >= (this.#options.documentsPerInstance ?? DOCUMENTS_PER_INSTANCE);
    if (isWorn || result.kind === 'timeout' || result.kind === 'crashed') await this.#end();
    this.#idle = globalThis.setTimeout(() => void this.#end(), IDLE_MS);
    this.#idle.unref();
    return result;
  }

  async #end(): Promise<void> {
    const instance = this.#instance;
    this.#instance = undefined;
    await instance?.end();
  }
}

class Instance {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  readonly #closed: Promise<unknown>;
  readonly #startDeadlineMs: number;
  readonly #deadlineMs: number;
  #isReady = false;
  numConverted = 0;

  constructor(options: OfficeOptions) {
    const { sandbox, sofficePath } = options;
    const { startDeadlineMs = START_DEADLINE_MS, convertDeadlineMs = CONVERT_DEADLINE_MS } = options;
    this.#startDeadlineMs = startDeadlineMs;
    this.#deadlineMs = convertDeadlineMs;
    this.#folder = makeWorkFolder();
    writeOfficeProfile(this.#folder);
    copyFileSync(WORKER, join(this.#folder, 'worker.py'));
    this.#process = sandbox.start(['/usr/bin/python3', '-I', 'worker.py', sofficePath], {
      folder: this.#folder,
      limits: LIMITS,
    });
    this.#process.once('error', () => undefined);
    this.#closed = once(this.#process, 'close').catch(() => undefined);
    this.#process.stdin?.on('error', () => undefined);
    this.#process.stderr?.resume();
    const { stdout } = this.#process;
    if (stdout === null) throw new TypeError('The office worker has no output.');
    this.#answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  async convert(docx: Uint8Array, signal: AbortSignal | undefined): Promise<OfficeResult> {
    if (!this.#isReady) {
      const ready = await this.#answer(this.#startDeadlineMs, signal);
      if (ready === 'timeout' || ready === 'ended') return { kind: 'crashed' };
      this.#isReady = true;
    }
    const name = randomBytes(8).toString('hex');
    const [source, target] = [`${name}.docx`, `${name}.pdf`];
    await putFile(this.#folder, source, docx);
    try {
      this.#process.stdin?.write(`${JSON.stringify({ in: source, out: target })}\n`);
      const answer = await this.#answer(this.#deadlineMs, signal);
      if (answer === 'timeout') return { kind: 'timeout' };
      if (answer === 'ended') return { kind: 'crashed' };
      this.numConverted += 1;
      const pdf = isOk(answer) ? await takeFile(this.#folder, target, MAX_PDF_BYTES) : undefined;
      return pdf === undefined ? { kind: 'refused' } : { kind: 'pdf', pdf };
    } finally {
      for (const path of [source, target]) rmSync(join(this.#folder, path), { force: true, recursive: true });
    }
  }

  async end(): Promise<void> {
    killGroup(this.#process);
    // Its pipes close once the last process of the sandbox has ended.
    await Promise.race([this.#closed, setTimeout(KILL_GRACE_MS, undefined, { ref: false })]);
    await removeWorkFolder(this.#folder);
  }

  async #answer(deadlineMs: number, signal: AbortSignal | undefined): Promise<string> {
    let stop: () => void = () => undefined;
    const stopped = new Promise<'timeout'>((resolve) => {
      stop = () => resolve('timeout');
    });
    const timer = globalThis.setTimeout(stop, deadlineMs);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    try {
      const line = this.#answers.next().then(({ done, value }) => (done === true ? 'ended' : value));
      return await Promise.race([line, stopped]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

function isOk(answer: string): boolean {
  try {
    const parsed: unknown = JSON.parse(answer);
    return typeof parsed === 'object' && parsed !== null && 'ok' in parsed && parsed.ok === true;
  } catch {
    return false;
  }
}
