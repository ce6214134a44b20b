import { UNEXPECTED } from '#contract/sentences.ts';

export const NO_NETWORK = 'We cannot reach the server. Please check your connection and try again.';

/** The server refused the request, or its response is not usable. */
export class ServerError extends Error {
  override readonly name: string = 'ServerError';
  readonly status: number;
  /** Messages per key, for invalid input. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** How long the server asks us to wait (Retry-After). */
  readonly retryAfterMs: number | undefined;
  /** Whether our server answered, and not a proxy or portal on the way to it. */
  readonly isSpoken: boolean;

  constructor(
    status: number,
    message: string,
    errors: ServerError['errors'] = {},
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

export class UnauthorizedError extends ServerError {
  override readonly name = 'UnauthorizedError';
}

/** No response: no network, a broken connection, or a timeout. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The storage cannot be reached, though the server may be. */
export class StorageError extends NetworkError {}

/** Throws the error for code that the page needs and that did not load. */
export function missPart(cause?: unknown): never {
  throw new NetworkError('A part of the page did not load.', { cause });
}

export function sentenceFor(error: unknown): string {
  if (error instanceof ServerError) return error.message;
  return error instanceof NetworkError ? NO_NETWORK : UNEXPECTED;
}
