import type { reportError } from '#api/client-error.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { toasts } from '#ui/toast-queue.ts';
import { definePart } from '#ui/use-part.ts';

const clientError = definePart(() => import('#api/client-error.ts'));

type Kind = Parameters<typeof reportError>[0];

const reported = new Set<Kind>();

/** Tells the applicant and the operator about unforeseen errors (specification §8). */
export function watchForErrors(): void {
  addEventListener('error', ({ error }) => tell('thrown', error));
  addEventListener('unhandledrejection', ({ reason }) => tell('rejection', reason));
  // The part of the page that needs the code tells the applicant.
  addEventListener('partmissing', () => report('chunk'));
}

function tell(kind: Kind, error: unknown): void {
  // The login says that the session has ended.
  if (!isOurs(error) || error instanceof UnauthorizedError) return;
  report(kind);
  toasts.addError('Unexpected Error', UNEXPECTED, 'unforeseen');
}

/** An extension's error names files of another origin. What a browser reports by itself is not an `Error`. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const files = error.stack?.match(/[\w-]+:\/\/[^/\s)]*/g) ?? [];
  return files.every((file) => file === location.origin);
}

/** Reports a failure to the operator, once for each kind. Says neither what failed nor what was on the page. */
export function report(kind: Kind): void {
  if (reported.has(kind)) return;
  reported.add(kind);
  const route = Object.values(paths).find((path) => path === location.pathname) ?? defaultPath;
  void clientError.load().then(
    ({ reportError }) => reportError(kind, route),
    () => undefined,
  );
}
