/**
 * What the other side keeps open, by network. Whoever holds too much loses what they have held longest: an honest
 * request ends within moments, so even somebody who shares a network with an attacker is served.
 */
export class HeldOpen {
  readonly #most: number;
  readonly #byNetwork = new Map<string, Set<Held>>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Adds what a network holds open. Beyond the limit, closes the network's oldest.
   *
   * @returns the function that removes it again, to be called once it has ended
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
