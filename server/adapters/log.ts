/** The logger's methods that the server uses, as pino has them. Never pass answers, codes, tokens or passwords. */
export interface Log {
  info(message: string): void;
  info(fields: object, message: string): void;
  warn(message: string): void;
  warn(fields: object, message: string): void;
  error(message: string): void;
  error(fields: unknown, message: string): void;
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Returns the parts of an unexpected error that may be logged. PostgreSQL's messages can quote values, so not those.
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const isFromDatabase = 'severity' in error;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .join('\n');
  return { error: error.name, code, ...(!isFromDatabase && { reason: error.message }), frames };
}
