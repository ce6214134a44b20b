import type { reportError } from '#api/client-error.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { toasts } from '#ui/toast-queue.ts';
import { definePart } from '#ui/use-part.ts';

const clientError = definePart(() => import('#api/client-error.ts'));

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
  // The login tells of an ended session.
  if (!isOurs(error) || error instanceof UnauthorizedError) return;
  report(kind);
  toasts.addError('Unexpected Error', UNEXPECTED, 'unforeseen');
}

/** Others are of the browser, which names no place, or of an extension: its files have an address of their own. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const files = error.stack?.match(/[\w-]+:\/\/[^/\s)]*/g) ?? [];
  return files.every((file) => file === location.origin);
}

/** Tells the operator, once for each kind of failure: neither what failed nor what was on the page. */
export function report(kind: Kind): void {
  if (reported.has(kind)) return;
  reported.add(kind);
  const route = Object.values(paths).find((path) => path === location.pathname) ?? defaultPath;
  void clientError.load().then(
    ({ reportError }) => reportError(kind, route),
    () => undefined,
  );
}
