import type { Keyring } from './keyring.ts';

/** Changes who is here. Resolves to the keyring that follows, if anything had to change. */
export type TurnChange = (held: Keyring) => Promise<Keyring | undefined>;

interface ChangeQueueOptions {
  readonly held: () => Promise<Keyring>;
  readonly goOnWith: (next: Keyring) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** The changes of who is here that are still to be made, in order. One that fails is tried again. */
export function changeQueue({ held, goOnWith, onFailure }: ChangeQueueOptions) {
  let waiting: readonly TurnChange[] = [];
  let running: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    for (const change of waiting) {
      const before = await held();
      // A wipe has replaced this change.
      if (!waiting.includes(change)) continue;
      const after = await change(before);
      waiting = waiting.filter((other) => other !== change);
      if (after !== undefined) await goOnWith(after);
    }
  }

  return {
    /** A wipe replaces the changes before it. */
    add(change: TurnChange, isWipe: boolean): void {
      waiting = isWipe ? [change] : [...waiting, change];
    },
    isEmpty: (): boolean => waiting.length === 0,
    /** Makes all changes. Resolves once they are made, or one has failed. */
    run: (): Promise<void> => (running = running.then(work).catch(onFailure)),
    /** Resolves once nothing is under way. */
    rest: (): Promise<void> => running,
  };
}
