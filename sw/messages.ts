/** Tells a waiting worker to take over. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;
type WorkerMessage = typeof SKIP_WAITING;

export function isSkipWaiting(message: unknown): message is WorkerMessage {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === SKIP_WAITING.type
  );
}
