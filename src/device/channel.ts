/**
 * Sends messages to the other tabs of this browser; does nothing where BroadcastChannel is missing. No caller relies
 * on messages alone: whatever matters is also stored on the device and read from there.
 */
export class Channel<Message> {
  readonly #channel: BroadcastChannel | undefined;

  constructor(name: string, onMessage: (message: Message) => void) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(name);
    // Only our own tabs post here, all of one release: an update reloads them all.
    this.#channel.onmessage = (event: MessageEvent<Message>) => onMessage(event.data);
  }

  post(message: Message): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}
