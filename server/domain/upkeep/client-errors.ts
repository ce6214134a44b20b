import type { BodyOf } from '#contract/define-call.ts';
import type { postClientError } from '#contract/client-error.ts';
import { counter } from '#server/adapters/metrics.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

interface ClientErrorsOptions extends Pick<Parts, 'log' | 'metrics'> {
  readonly rateLimits: RateLimits;
}

/** Failures of pages, for the operator. */
export function makeClientErrors({ log, metrics, rateLimits }: ClientErrorsOptions) {
  const failures = counter(metrics, 'admissions_client_errors_total', 'Failures that pages reported.', [
    'kind',
    'route',
  ]);

  return {
    /** @throws {TooManyRequestsError} when the network has reported too many */
    async report(failure: BodyOf<typeof postClientError>, network: string): Promise<void> {
      await rateLimits.take(limits.clientErrorFromNetwork(network));
      const { kind, release, route } = failure;
      log.warn({ kind, release, route }, 'A page failed.');
      // Not counted by release: anybody can send any.
      failures.inc({ kind, route });
    },
  };
}
