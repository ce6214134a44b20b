type Listener = () => void;

/** Who hears of changes. A keystroke renders one field, because each field hears of its own answer. */
export class Subscribers {
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();

  /** Calls back when this answer changes. */
  to(key: string, listener: Listener): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners);
    return added(listeners, listener);
  }

  /** Calls back when anything has changed. */
  readonly toAll = (listener: Listener): (() => void) => added(this.#all, listener);

  tellOf(keys: ReadonlySet<string> | 'all'): void {
    const sets = keys === 'all' ? [...this.#byKey.values()] : [...keys].map((key) => this.#byKey.get(key));
    for (const listeners of sets) for (const listener of listeners ?? []) listener();
  }

  tellAll(): void {
    for (const listener of this.#all) listener();
  }
}

function added(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
