import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** One step of a request that several programs handle, in the terms of W3C Trace Context. */
export interface Trace {
  /** 32 hexadecimal digits, the same in all steps. */
  readonly traceId: string;
  /** 16 hexadecimal digits: this server's step. */
  readonly spanId: string;
  /** 2 hexadecimal digits: whether the first program records the trace. */
  readonly flags: string;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/;
const UNSAMPLED = '00';

const traces = new AsyncLocalStorage<Trace>();

/** Returns our step after a `traceparent`, or the first step of a new trace if the header is missing or malformed. */
export function traceFrom(traceparent: unknown): Trace {
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  // Version 00 ends with its flags. Later versions may have further fields.
  const isWellFormed = found !== null && (found[3] === undefined || !found[0].startsWith('00'));
  return {
    traceId: (isWellFormed && found[1]) || randomDigits(),
    spanId: randomDigits().slice(16),
    flags: (isWellFormed && found[2]) || UNSAMPLED,
  };
}

/** Returns 32 hexadecimal digits. Node makes UUIDs in bulk: random bytes would take ten times as long. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}

/** Returns the header that passes this step on to the next program. */
export function traceparentOf({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

/** Returns the step to which the running code belongs. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** Runs `work`, and everything that it starts, as part of a step. */
export function inTrace<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work);
}
