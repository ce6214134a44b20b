import type { Log } from '#server/adapters/log.ts';

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
