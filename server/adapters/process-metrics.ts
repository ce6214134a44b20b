import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;
const MICROSECONDS_PER_SECOND = 1e6;

/**
 * Adds metrics of the process itself, under the names that ready-made dashboards for Node use.
 *
 * @returns a function that ends the measuring
 */
export function measureProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // The timer itself waits this long; only the excess is lag.
  const seconds = (ns: number) => Math.max(0, (ns || 0) / NS_PER_SECOND - RESOLUTION_MS / 1000);

  metrics.gauge('nodejs_eventloop_lag_mean_seconds', 'Mean event-loop lag since the last scrape.', () => [
    { value: seconds(delay.mean) },
  ]);
  metrics.gauge(
    'nodejs_eventloop_lag_p99_seconds',
    '99th percentile of the lag since the last scrape.',
    () => [{ value: seconds(delay.percentile(99)) }],
  );
  metrics.gauge('nodejs_eventloop_lag_max_seconds', 'Longest event-loop lag since the last scrape.', () => {
    const value = seconds(delay.max);
    delay.reset();
    return [{ value }];
  });
  metrics.gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => [
    { value: process.memoryUsage().heapUsed },
  ]);
  metrics.gauge(
    'process_cpu_seconds_total',
    'Processor time, user and system.',
    () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / MICROSECONDS_PER_SECOND }];
    },
    'counter',
  );
  metrics.gauge('process_start_time_seconds', 'When the process started, in Unix time.', () => [
    { value: performance.timeOrigin / 1000 },
  ]);
  return () => delay.disable();
}
