/**
 * Talks to the other tabs of this browser; where that is not to be had, says nothing and hears nothing. Nobody
 * relies on it alone: what matters rests on the device as well, and is looked up there.
 */
export class Channel<Message> {
  readonly #channel: BroadcastChannel | undefined;

  constructor(name: string, onMessage: (message: Message) => void) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(name);
    // Only our own tabs speak on this channel, and of one release: an update reloads all of them together.
    this.#channel.onmessage = (event: MessageEvent<Message>) => onMessage(event.data);
  }

  post(message: Message): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}
