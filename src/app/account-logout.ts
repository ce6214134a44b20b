import type { Acts } from '#application/hooks.ts';
import type { Application } from '#application/run.ts';
import { pendingIn } from '#application/select.ts';
import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { call } from '#api/request.ts';
import { logout } from '#contract/logout.ts';
import type { Session } from './account-session.ts';
import { dropMarkers } from './marker-cookie.ts';

/** Logging out waits at most this long for the last save. */
const LOGOUT_PATIENCE_MS = 5000;

/** Logs out by choice. */
export async function logOut(
  application: Application,
  { confirmOwn }: Session,
  { evenIfPending = false }: Parameters<Acts['logOut']>[0] = {},
): ReturnType<Acts['logOut']> {
  const { state } = application;
  if (!evenIfPending) {
    const isSaved = await application.save(LOGOUT_PATIENCE_MS);
    const pending = pendingIn(state);
    if (!isSaved || pending > 0) return { status: 'pending', pending };
  }
  try {
    await confirmOwn();
    await call(logout, {});
    dropMarkers();
  } catch (error) {
    // If the session has already ended, the applicant has what they asked for.
    if (!(error instanceof UnauthorizedError)) return { status: 'failed', message: sentenceFor(error) };
  }
  // What no account has yet stays: a draft that is still to be merged, and what was entered during the call.
  const isSaved = state.who.is === 'applicant' && (evenIfPending || pendingIn(state) === 0);
  await application.leave(isSaved ? 'chosen' : 'expired');
  return { status: 'done' };
}
