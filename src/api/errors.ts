import { UNEXPECTED } from '#contract/sentences.ts';

const NO_NETWORK = 'We cannot reach the server. Please check your connection and try again.';

/** The server answered, and said no. */
export class ServerError extends Error {
  override readonly name: string = 'ServerError';
  readonly status: number;
  /** Messages per key, where the input was at fault. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** Whether it was our server that spoke, and not something on the way to it. */
  readonly isSpoken: boolean;

  constructor(
    status: number,
    message: string,
    errors: Readonly<Record<string, readonly string[]>> = {},
    retryAfterMs?: number,
    isSpoken = true,
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
    this.isSpoken = isSpoken;
  }
}

/** Nobody is logged in any more. */
export class UnauthorizedError extends ServerError {
  override readonly name = 'UnauthorizedError';
}

/** No answer came: no network, a broken line, or nothing within the time allowed. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** A sentence for the applicant, whatever was thrown. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ServerError) return error.message;
  if (error instanceof NetworkError) return NO_NETWORK;
  return UNEXPECTED;
}
