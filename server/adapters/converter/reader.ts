import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answers, Question } from './reader-thread.ts';

const THREAD = new URL('./reader-thread.ts', import.meta.url);
const DEADLINE_MS = 20_000;
/** Of one thread, buffers not counted: some times what the largest Word document unpacks to. */
const MEMORY_MB = 512;

export interface Reader {
  /**
   * Has a thread read what a stranger has sent.
   *
   * @returns `undefined` when it came to no end in time, or within its memory, or was called off
   */
  read<Asked extends keyof Answers>(
    asked: Asked,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Answers[Asked] | undefined>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** For tests: another thread than ours. */
  readonly thread?: URL;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

/**
 * Makes what reads strangers' bytes with our own code: in threads, so that bytes on which that code does not end cost
 * their own job and not the server. A thread stays for the next job; as many are made as there are jobs at once.
 */
export function makeReader(options: ReaderOptions = {}): Reader {
  const { thread = THREAD, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB } = options;
  const idle: Worker[] = [];

  return {
    async read(asked, bytes, signal) {
      const worker = idle.pop() ?? startThread(thread, memoryMb);
      // One that waits for work holds no process back; one that works does.
      worker.ref();
      const stop = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]);
      try {
        const question: Question = { asked, bytes };
        worker.postMessage(question);
        // The thread answers what it was asked.
        const [answer]: Answers[typeof asked][] = await once(worker, 'message', { signal: stop });
        worker.unref();
        idle.push(worker);
        return answer;
      } catch (error) {
        await worker.terminate();
        if (stop.aborted || isOutOfMemory(error)) return undefined;
        throw error;
      }
    },
    async close() {
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
    },
  };
}

function startThread(thread: URL, memoryMb: number): Worker {
  const worker = new Worker(thread, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // What goes wrong while nobody listens is seen by the next who asks.
  worker.on('error', () => undefined);
  return worker;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
