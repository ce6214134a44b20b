import { inTime } from './in-time.ts';

/** Labels of one series. Values come only from our code: never an address, an answer or a token. */
export type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

export interface Counter {
  add(labels?: Labels, by?: number): void;
}

interface Histogram {
  /** @param value in the unit at the end of the name, such as seconds */
  observe(value: number, labels?: Labels): void;
}

type Kind = 'counter' | 'gauge' | 'histogram';
type Read = () => readonly Sample[] | Promise<readonly Sample[]>;

interface Family {
  readonly kind: Kind;
  readonly help: string;
  lines(): Promise<readonly string[]>;
}

/** Counts this process's work and writes the numbers in Prometheus' text format (0.0.4). */
export class Metrics {
  static readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  readonly #families = new Map<string, Family>();
  readonly #counters = new Map<string, Counter>();

  /** Returns a number that only grows. The same name returns the same counter. */
  counter(name: string, help: string): Counter {
    const known = this.#counters.get(name);
    if (known) return known;
    const series = new Map<string, number>();
    this.#declare(name, 'counter', help, async () => [...series].map(([id, value]) => `${id} ${value}`));
    const counter: Counter = {
      add(labels = {}, by = 1) {
        const id = seriesId(name, labels);
        series.set(id, (series.get(id) ?? 0) + by);
      },
    };
    this.#counters.set(name, counter);
    return counter;
  }

  /** Counts how many values were at most each of the bounds. `bounds` must ascend. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
    this.#declare(name, 'histogram', help, async () =>
      [...series.values()].flatMap(({ labels, counts, sum }) => {
        const total = counts.at(-1) ?? 0;
        return [
          ...bounds.map((bound, index) =>
            line(`${name}_bucket`, { ...labels, le: String(bound) }, counts[index] ?? 0),
          ),
          line(`${name}_bucket`, { ...labels, le: '+Inf' }, total),
          line(`${name}_sum`, labels, sum),
          line(`${name}_count`, labels, total),
        ];
      }),
    );
    return {
      observe(value, labels = {}) {
        const id = seriesId(name, labels);
        const found = series.get(id) ?? { labels, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 };
        series.set(id, found);
        found.sum += value;
        const first = bounds.findIndex((bound) => value <= bound);
        // Each bucket includes the smaller ones; the last bucket includes all values.
        for (let index = first === -1 ? bounds.length : first; index <= bounds.length; index += 1)
          found.counts[index] = (found.counts[index] ?? 0) + 1;
      },
    };
  }

  /** Registers a number that is read at each scrape. If reading fails or takes too long, the number is left out. */
  gauge(name: string, help: string, read: Read, kind: 'gauge' | 'counter' = 'gauge'): void {
    this.#declare(name, kind, help, async () =>
      (await read()).map(({ labels = {}, value }) => line(name, labels, value)),
    );
  }

  /** Returns all metrics in the format that a Prometheus server reads. */
  async text(): Promise<string> {
    const families = [...this.#families].map(async ([name, { kind, help, lines }]) => {
      const samples = await inTime(
        lines().catch(() => []),
        [],
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...samples];
    });
    return `${(await Promise.all(families)).flat().join('\n')}\n`;
  }

  #declare(name: string, kind: Kind, help: string, lines: Family['lines']): void {
    this.#families.set(name, { kind, help, lines });
  }
}

function line(name: string, labels: Labels, value: number): string {
  return `${seriesId(name, labels)} ${value}`;
}

function seriesId(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escape(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

function escape(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
