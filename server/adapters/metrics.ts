import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { inTime } from './in-time.ts';

/** This process's figures. Labels are only from our code: never an address, an answer or a token. */
export type Metrics = Registry;

interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** Returns a registry that has the figures of the process itself. */
export function makeMetrics(): Metrics {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

/** Returns a number that only grows. The same name returns the same counter. */
export function counter<Label extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  const known = metrics.getSingleMetric<Label>(name);
  return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers: [metrics] });
}

/** Counts how many values were at most each of the bounds. The same name returns the same histogram. */
export function histogram<Label extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly Label[],
): Histogram<Label> {
  const known = metrics.getSingleMetric<Label>(name);
  if (known instanceof Histogram) return known;
  return new Histogram({ name, help, buckets, labelNames, registers: [metrics] });
}

/** Registers a number that is read at each scrape. If reading fails or takes too long, the number is left out. */
export function gauge<Label extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => Promise<readonly Sample<Label>[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    async collect() {
      const samples = await inTime(
        read().catch(() => []),
        [],
      );
      this.reset();
      // Without labels, a reset leaves a zero in the registry.
      if (labelNames.length === 0) this.remove();
      for (const { labels, value } of samples) this.set(labels, value);
    },
  });
}
