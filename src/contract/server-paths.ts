const names = [
  ...['api', 'public', 'service', 'lookup', 'storage', 'dev'],
  ...['healthz', 'readyz', 'openapi.json', 'metrics'],
];

/** Addresses that the server itself answers: never a page of the client's, and never from a cache. */
export const SERVER_PATHS = new RegExp(
  `^/(${names.map((name) => name.replace('.', String.raw`\.`)).join('|')})(/|\\?|$)`,
);
