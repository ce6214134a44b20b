import { isCutOff } from '#api/refusals.ts';
import type { SenderLease } from '#device/sender-lease.ts';
import { waitAfter } from './errors.ts';
import type { Pause } from './pause.ts';

/** How often a tab checks whether the other tab has finished sending the file. */
const OTHER_TAB_LOOK_MS = 3000;

interface Sending {
  /** Lets one tab at a time send the file of this question. */
  readonly lease: Pick<SenderLease, 'run'>;
  readonly send: () => Promise<void>;
  /** Whether the file still waits on this device; another tab may have sent it, or removed it. */
  readonly isThere: () => Promise<boolean>;
  readonly onWaiting: (how: { readonly isOffline: boolean }) => void;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}

/**
 * Sends a file that waits on this device as soon as no other tab does, again and again for as long as it makes sense.
 *
 * @returns whether this tab has sent it; false if it does not wait any more
 * @throws the error of the last try
 */
export async function sendInTurn(sending: Sending): Promise<boolean> {
  const { lease, send, isThere, onWaiting, pause, signal } = sending;
  const failures = new Map<unknown, number>();
  for (;;) {
    let wait = OTHER_TAB_LOOK_MS;
    let isOffline = false;
    try {
      const hadTurn = await lease.run(send);
      if (hadTurn) return true;
    } catch (error) {
      signal.throwIfAborted();
      // Each kind has its own end: an hour without a network says nothing of the storage.
      const kind = isCutOff(error) || (error instanceof Error ? error.name : error);
      failures.set(kind, (failures.get(kind) ?? 0) + 1);
      const next = waitAfter(error, failures.get(kind) ?? 0);
      if (next === undefined) throw error;
      wait = next;
      isOffline = isCutOff(error);
    }
    signal.throwIfAborted();
    onWaiting({ isOffline });
    await pause.for(wait, signal);
    if (await isThere()) continue;
    signal.throwIfAborted();
    return false;
  }
}
