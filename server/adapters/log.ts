/** Not an interface, so that an error cannot be passed in its place. */
type Fields = Readonly<Record<string, unknown>>;

interface ErrorParts {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly severity?: unknown;
}

/**
 * The logger's methods that the server uses, as pino has them. Never pass answers, codes, tokens or passwords, and of
 * an error only its `errorFields`.
 */
export interface Log {
  info(message: string): void;
  info(fields: Fields, message: string): void;
  warn(message: string): void;
  warn(fields: Fields, message: string): void;
  error(message: string): void;
  error(fields: Fields, message: string): void;
}

/**
 * Returns the parts of an unexpected error that may be logged. PostgreSQL's messages are left out: they can quote
 * values.
 *
 * @param error also a plain copy of an error, as the queue passes them on
 */
export function errorFields(error: unknown): Fields {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { error: typeof error };
  const { name = 'Error', message, stack, code, severity }: ErrorParts = error;
  const isFromDatabase = severity !== undefined;
  const frames = String(stack)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .join('\n');
  return { error: name, code, ...(!isFromDatabase && { reason: message }), frames };
}
