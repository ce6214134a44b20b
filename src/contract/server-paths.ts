const names = [
  ...['api', 'public', 'service', 'lookup', 'storage', 'dev', 'export', 'office'],
  ...['healthz', 'readyz', 'openapi', 'openapi.json', 'metrics', '.well-known'],
];

/** The page that tells applicants how accessible the form is. */
export const ACCESSIBILITY_PATH = '/public/accessibility';

/** Paths that the server answers itself: never pages of the client, never cached. */
export const SERVER_PATHS = new RegExp(
  `^/(${names.map((name) => name.replace('.', String.raw`\.`)).join('|')})(/|\\?|$)`,
);
