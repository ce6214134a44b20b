import type { reportError } from '#api/client-error.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { toasts } from '#ui/toast-queue.ts';

type Kind = Parameters<typeof reportError>[0];

const reported = new Set<Kind>();

/** Tells the applicant of errors that nobody foresaw, and the operator (specification §8). */
export function watchForErrors(): void {
  addEventListener('error', ({ error }) => tell('thrown', error));
  addEventListener('unhandledrejection', ({ reason }) => tell('rejection', reason));
  // What did not load is told where it is missing.
  addEventListener('vite:preloadError', () => report('chunk'));
}

function tell(kind: Kind, error: unknown): void {
  // Others are of the browser or of an extension; the login tells of an ended session.
  const isOurs = error instanceof Error && !/-extension:/.test(error.stack ?? '');
  if (!isOurs || error instanceof UnauthorizedError) return;
  report(kind);
  toasts.addError('Unexpected Error', UNEXPECTED, 'unforeseen');
}

/** Tells the operator, once for each kind of failure: neither what failed nor what was on the page. */
export function report(kind: Kind): void {
  if (reported.has(kind)) return;
  reported.add(kind);
  const route = Object.values(paths).find((path) => path === location.pathname) ?? defaultPath;
  void import('#api/client-error.ts').then(
    ({ reportError }) => reportError(kind, route),
    () => undefined,
  );
}
