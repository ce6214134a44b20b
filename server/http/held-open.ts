/**
 * Counts what callers keep open, by network. A network that keeps too much open loses what it opened first. Honest
 * requests end within moments, so people who share a network with an attacker are served.
 */
export class HeldOpen {
  readonly #most: number;
  readonly #byNetwork = new Map<string, Set<Held>>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Adds one thing that a network keeps open. Beyond the limit, closes the oldest of that network.
   *
   * @returns a function to call when it has ended
   */
  hold(network: string, close: () => void): () => void {
    const all = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, all);
    const held = { close };
    all.add(held);
    const release = () => {
      all.delete(held);
      if (all.size === 0 && this.#byNetwork.get(network) === all) this.#byNetwork.delete(network);
    };
    const [oldest = held] = all;
    if (all.size > this.#most) {
      all.delete(oldest);
      oldest.close();
    }
    return release;
  }
}

interface Held {
  readonly close: () => void;
}
