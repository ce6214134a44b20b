import { getSystemErrorName } from 'node:util';

interface ErrorCodes {
  readonly cause?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly name?: unknown;
  readonly responseCode?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
}

/**
 * Returns the codes of a failed call, as far as they are known: those of the library, of the system, of SMTP and of S3.
 * Never the other side's text, which can quote an address.
 */
export function codesOf(error: unknown): string {
  const { cause, code, errno, name, responseCode, $metadata }: ErrorCodes =
    typeof error === 'object' && error !== null ? error : {};
  const system = typeof errno === 'number' ? getSystemErrorName(errno) : undefined;
  // Only errors of S3 have names that describe the problem.
  const names = [$metadata && name !== 'Error' ? name : undefined, code, system].filter(
    (known) => typeof known === 'string' && /^\w+$/.test(known),
  );
  const numbers = [responseCode, $metadata?.httpStatusCode].filter((number) => Number.isInteger(number));
  const known = [...new Set([...names, ...numbers])].join(' ');
  return known || (cause === undefined ? 'unknown' : codesOf(cause));
}
