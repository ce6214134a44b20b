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
