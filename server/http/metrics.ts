import type { FastifyInstance } from 'fastify';
import { counter, histogram, type Metrics } from '#server/adapters/metrics.ts';

const DURATION_BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts every answered request by its route's pattern, never by its address, because addresses contain tokens. */
export function countRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const requests = counter(metrics, 'admissions_http_requests_total', 'Requests answered.', [
    'route',
    'method',
    'status',
  ]);
  const durations = histogram(
    metrics,
    'admissions_http_request_duration_seconds',
    'Time from a request to its answer.',
    DURATION_BOUNDS_SECONDS,
    ['route', 'method'],
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { route: request.routeOptions.url ?? 'none', method: request.method };
    requests.inc({ ...labels, status: String(reply.statusCode) });
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}
