import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answers, Question } from './reader-thread.ts';

const THREAD = new URL('./reader-thread.ts', import.meta.url);
const DEADLINE_MS = 20_000;
/** Per thread, without buffers: several times the unpacked size of the largest Word document. */
const MEMORY_MB = 512;

export interface Reader {
  /**
   * Parses a stranger's bytes in a thread.
   *
   * @returns `undefined` when the thread exceeds its time or memory, or `signal` is aborted
   */
  read<Asked extends keyof Answers>(
    asked: Asked,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Answers[Asked] | undefined>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** For tests: the script of another thread. */
  readonly thread?: URL;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

/**
 * Makes the reader that parses strangers' bytes with our own code. It works in threads: bytes that make the code hang
 * fail only their own job, not the server. Idle threads are reused; concurrent jobs each have one.
 */
export function makeReader(options: ReaderOptions = {}): Reader {
  const { thread = THREAD, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB } = options;
  const idle: Worker[] = [];

  return {
    async read(asked, bytes, signal) {
      const worker = idle.pop() ?? startThread(thread, memoryMb);
      // An idle thread does not keep the process alive; a working one does.
      worker.ref();
      const stop = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]);
      try {
        const question: Question = { asked, bytes };
        worker.postMessage(question);
        // The thread's answer has the type that belongs to the question.
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
  // An error of an idle thread shows when the next question is sent to it.
  worker.on('error', () => undefined);
  return worker;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
