interface Entry {
  /** When a device first showed it, by device. */
  readonly shown: Map<string, number>;
  /** When it was last typed or chosen there, by device. */
  readonly meant: Map<string, number>;
  /** Whether the account has ever had it. */
  isSaved: boolean;
  /** Whether an applicant has chosen another value over it. */
  isDropped: boolean;
}

/** Writes down what every value of an answer went through, and judges by it. No value is typed twice. */
export class Ledger {
  readonly faults: string[] = [];
  readonly #entries = new Map<string, Map<string, Entry>>();
  #time = 0;

  /** A value was typed, or chosen between two. */
  meant(key: string, value: string, device: string): void {
    this.#time += 1;
    this.#entry(key, value).meant.set(device, this.#time);
    this.shown(key, value, device);
  }

  /** A device shows a value as the answer. */
  shown(key: string, value: string, device: string): void {
    const { shown } = this.#entry(key, value);
    this.#time += 1;
    if (!shown.has(device)) shown.set(device, this.#time);
  }

  /** A device asks whether to keep another device's value. */
  asked(key: string, theirs: string, device: string): void {
    const { meant } = this.#entry(key, theirs);
    if ([...meant.keys()].every((other) => other === device))
      this.faults.push(`${key}: ${device} asks about ${theirs}, which is its own`);
  }

  /** An applicant saw two values, and chose. */
  chosen(key: string, kept: string, dropped: string, device: string): void {
    this.shown(key, dropped, device);
    this.#entry(key, dropped).isDropped = true;
    this.meant(key, kept, device);
  }

  /** The account takes a value from a device, in place of another. */
  saved(key: string, value: string, before: string, device: string): void {
    const [mine, other] = [this.#entry(key, value), this.#entry(key, before)];
    mine.isSaved = true;
    if (value === before || before === '') return;
    const meant = mine.meant.get(device) ?? 0;
    const shown = other.shown.get(device) ?? Number.POSITIVE_INFINITY;
    const isOlder = (other.meant.get(device) ?? 0) > meant;
    if (shown > meant || isOlder) this.faults.push(`${key}: ${value} of ${device} overruled ${before}`);
  }

  /** A page says that the account has what it shows. */
  saidSaved(key: string, value: string, device: string): void {
    if (value !== '' && !this.#entry(key, value).isSaved)
      this.faults.push(`${key}: ${device} says too early that ${value} is saved`);
  }

  /** Everything has come to rest at this value: was any other one lost? */
  ended(key: string, value: string): void {
    const entries = [...(this.#entries.get(key) ?? [])];
    for (const [typed, entry] of entries) {
      const isReplaced = entries.some(([later, { meant }]) =>
        [...meant].some(
          ([device, time]) =>
            later !== typed &&
            time > (entry.meant.get(device) ?? entry.shown.get(device) ?? Number.POSITIVE_INFINITY),
        ),
      );
      if (typed !== value && entry.meant.size > 0 && !entry.isDropped && !isReplaced)
        this.faults.push(`${key}: ${typed} was lost, and ${value} is there`);
    }
  }

  #entry(key: string, value: string): Entry {
    const values = this.#entries.get(key) ?? new Map<string, Entry>();
    this.#entries.set(key, values);
    const entry = values.get(value) ?? {
      shown: new Map(),
      meant: new Map(),
      isSaved: false,
      isDropped: false,
    };
    values.set(value, entry);
    return entry;
  }
}
