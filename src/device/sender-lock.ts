const HEARTBEAT_MS = 2000;
/** A holder that has not been heard of for so long is frozen or gone. */
const LEASE_MS = 8000;

/** Tells how long the holder of the lock is good for; over all tabs. */
export interface LeaseBoard {
  readonly now: () => number;
  readonly announce: (until: number) => void;
  readonly until: () => number;
}

/**
 * Runs the work in one tab at a time. A tab that froze while it held the lock keeps it, so the lock is taken
 * from it once its lease has run out. Without Web Locks the lease alone decides.
 *
 * @returns false when another tab is at it
 */
export async function asOnlySender(
  name: string,
  board: LeaseBoard,
  work: () => Promise<void>,
): Promise<boolean> {
  const lead = async (): Promise<true> => {
    board.announce(board.now() + LEASE_MS);
    const beat = setInterval(() => board.announce(board.now() + LEASE_MS), HEARTBEAT_MS);
    try {
      await work();
    } finally {
      clearInterval(beat);
      board.announce(0);
    }
    return true;
  };
  if (!('locks' in navigator)) {
    if (board.until() > board.now()) return false;
    return lead();
  }
  const isLed = await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null ? false : lead(),
  );
  if (isLed || board.until() > board.now()) return isLed;
  return navigator.locks.request(name, { steal: true }, lead);
}
