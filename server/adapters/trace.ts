import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** One step of a request's way through several programs, as W3C Trace Context writes it. */
export interface Trace {
  /** 32 hexadecimal digits, the same all along the way. */
  readonly traceId: string;
  /** 16 hexadecimal digits: our own step. */
  readonly spanId: string;
  /** 2 hexadecimal digits: whether whoever began it records it. */
  readonly flags: string;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/;
const UNSAMPLED = '00';

const traces = new AsyncLocalStorage<Trace>();

/** Our step behind a `traceparent`, or the first step of a new trace when there is none that is well-formed. */
export function traceFrom(traceparent: unknown): Trace {
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  // Version 00 ends with its flags; a later one may go on.
  const isWellFormed = found !== null && (found[3] === undefined || !found[0].startsWith('00'));
  return {
    traceId: (isWellFormed && found[1]) || randomDigits(),
    spanId: randomDigits().slice(16),
    flags: (isWellFormed && found[2]) || UNSAMPLED,
  };
}

/** 32 hexadecimal digits. Node draws these in bulk; a few random bytes for each request would cost ten times as much. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}

/** The header that names this step to the next program. */
export function traceparentOf({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

/** The step that the running code belongs to. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** Runs something, and all that it begins, as part of a step. */
export function inTrace<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work);
}
