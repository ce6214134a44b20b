import { startServer, type TestProcess } from '#server/testing/process.ts';

/** One process of the cluster, which the suite restarts each time it was ended. */
export class Member {
  readonly isWorker: boolean;
  readonly name: string;
  address: string | undefined;
  #process: TestProcess | undefined;
  readonly #start: () => TestProcess;

  constructor(name: string, isWorker: boolean, dataDir: string, env: Readonly<Record<string, string>>) {
    this.name = name;
    this.isWorker = isWorker;
    this.#start = () => startServer(dataDir, { ...env, WORKERS: isWorker ? 'only' : 'none' });
  }

  async start(): Promise<void> {
    const started = this.#start();
    this.#process = started;
    await started.says(/Mails go to/);
    if (!this.isWorker) this.address = await started.address();
  }

  get isRunning(): boolean {
    const child = this.#process?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Ends the process. The proxy only notices that nobody listens any more. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null | undefined> {
    const ended = await this.#process?.stop(signal);
    this.address = undefined;
    return ended?.code;
  }
}
