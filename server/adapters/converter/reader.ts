import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answers, Question } from './reader-thread.ts';

const THREAD = new URL('./reader-thread.ts', import.meta.url);
/** Of processor time, so that a busy machine refuses no more files than an idle one. */
const CPU_MS = 20_000;
/** By the clock: less than a job may take. The file is not at fault then. */
const DEADLINE_MS = 75_000;
const LOOK_EVERY_MS = 200;
/** Per thread, without buffers: several times the unpacked size of the largest Word document. */
const MEMORY_MB = 512;

export interface Reader {
  /**
   * Parses a stranger's bytes in a thread.
   *
   * @returns `undefined` when the bytes take more processor time or memory than a thread has
   * @throws when `signal` is aborted or the thread does not end in time
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
  readonly cpuMs?: number;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

/**
 * Makes the reader that parses strangers' bytes with our own code. It works in threads: bytes that make the code hang
 * fail only their own job, not the server. Idle threads are reused; concurrent jobs each have one.
 */
export function makeReader(options: ReaderOptions = {}): Reader {
  const { thread = THREAD, cpuMs = CPU_MS, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB } = options;
  const idle: Worker[] = [];

  return {
    async read(asked, bytes, signal) {
      const worker = idle.pop() ?? startThread(thread, memoryMb);
      // An idle thread does not keep the process alive; a working one does.
      worker.ref();
      const { signal: outOfTime, end: endWatch } = watchTime(worker, cpuMs);
      const ends = [outOfTime, AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])];
      try {
        const question: Question = { asked, bytes };
        worker.postMessage(question);
        // The thread's answer has the type that belongs to the question.
        const [answer]: Answers[typeof asked][] = await once(worker, 'message', {
          signal: AbortSignal.any(ends),
        });
        worker.unref();
        idle.push(worker);
        return answer;
      } catch (error) {
        await worker.terminate();
        if (outOfTime.aborted || isOutOfMemory(error)) return undefined;
        throw error;
      } finally {
        endWatch();
      }
    },
    async close() {
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
    },
  };
}

function startThread(thread: URL, memoryMb: number): Worker {
  // Without our secrets, and without the variable by which `node --watch` has threads report what they import.
  const worker = new Worker(thread, { env: {}, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // An error of an idle thread shows when the next question is sent to it.
  worker.on('error', () => undefined);
  return worker;
}

/** Returns a signal that aborts once a thread has used that much more processor time. */
function watchTime(worker: Worker, cpuMs: number) {
  const used = new AbortController();
  let before: NodeJS.CpuUsage | undefined;
  const timer = setInterval(() => {
    const look = async () => {
      const { user, system } = await worker.cpuUsage(before);
      if (before === undefined) before = { user, system };
      else if (user + system > cpuMs * 1000) used.abort();
    };
    // A thread that has just ended has no times; `once` tells how it ended.
    look().catch(() => undefined);
  }, LOOK_EVERY_MS);
  return { signal: used.signal, end: () => clearInterval(timer) };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
