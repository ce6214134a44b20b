/**
 * Sends messages to the other tabs of this browser; does nothing if BroadcastChannel is missing. No caller relies only
 * on messages: whatever matters is also stored on the device and read from there.
 */
export function openChannel<Message>(name: string, onMessage: (message: Message) => void) {
  let channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  // Only our own tabs post here, all of one release: an update reloads them all.
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  function close(): void {
    channel?.close();
    channel = undefined;
  }
  return { post: (message: Message) => channel?.postMessage(message), close };
}
