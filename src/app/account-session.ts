import { remembered } from '#application/account/enter.ts';
import type { Acts } from '#application/hooks.ts';
import type { Owner } from '#application/model.ts';
import { ownerOf } from '#application/owner.ts';
import type { Application } from '#application/run.ts';
import { pendingIn } from '#application/select.ts';
import { forAccount } from '#api/account-headers.ts';
import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { readProfile } from '#api/queries.ts';
import { AnotherAccountError, anotherAccount, isCutOff, isFinal } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import { logout } from '#contract/logout.ts';
import { keepTrying } from '#retry.ts';
import { dropMarkers, hasMarkerCookie } from './marker-cookie.ts';

/** Logging out waits at most this long for the last save, and for the server. */
const LOGOUT_PATIENCE_MS = 5000;

/** Deletes the markers of a session that has ended. That of another account goes on. */
export function dropMarkersAfter(error: UnauthorizedError): void {
  if (!(error instanceof AnotherAccountError)) dropMarkers();
}

/**
 * The session of this browser: whether it is this applicant's, and how it ends.
 *
 * @param onDocuments called with the documents that the account lists: another device may have changed them
 */
export function makeSession(application: Application, onDocuments: (documents: DocumentAnswers) => void) {
  const { state, device } = application;

  async function onUnauthorized(error: UnauthorizedError): Promise<void> {
    if (device.isBehind) {
      await application.catchUp();
      // The session that has ended is not that of a login in another tab since.
      if (!device.isBehind) return;
    }
    dropMarkersAfter(error);
    if (state.who.is === 'applicant' || state.who.is === 'arriving') void application.leave('expired');
  }

  return {
    /** Reads the account. Rejects with an `AnotherAccountError` if the session is another one's. */
    async readOwn() {
      const { profile, version } = await readProfile({});
      // Another server may not know the header that names the account.
      const isAnothers =
        state.who.is === 'applicant' && (await ownerOf(profile.username)) !== state.who.owner;
      if (isAnothers) throw anotherAccount();
      onDocuments(profile.document_answer);
      return { profile: remembered(profile), answers: profile.answer, version };
    },

    /** Leads the applicant to the login if any call finds that the session has ended (specification §8). */
    onError(error: unknown): void {
      if (error instanceof UnauthorizedError) void onUnauthorized(error);
    },

    /** Ends the session of somebody who has left, once the server can be reached. Call it without its markers. */
    end(owner: Owner): void {
      const isAnswered = () =>
        call(logout, { headers: forAccount(owner) }).then(
          () => true,
          (error: unknown) => isFinal(error) || error instanceof UnauthorizedError,
        );
      // A login, in any tab, replaces the session and sets a marker.
      keepTrying(async () => hasMarkerCookie() || isAnswered());
    },
  };
}

/**
 * Logs out by choice. Without a network, too: the person may be about to leave a shared computer.
 *
 * @param end ends the session later
 */
export async function logOut(
  application: Application,
  end: (owner: Owner) => void,
  { evenIfPending = false }: Parameters<Acts['logOut']>[0] = {},
): ReturnType<Acts['logOut']> {
  const { state } = application;
  if (!evenIfPending) {
    const isSaved = await application.save(LOGOUT_PATIENCE_MS);
    const pending = pendingIn(state);
    if (!isSaved || pending > 0) return { status: 'pending', pending };
  }
  const owner = state.who.is === 'applicant' ? state.who.owner : '';
  const outcome: unknown = await call(logout, { timeoutMs: LOGOUT_PATIENCE_MS }).catch((error) => error);
  // If the session has already ended, the applicant has what they asked for.
  const isEnded = !(outcome instanceof Error) || outcome instanceof UnauthorizedError;
  if (!isEnded && !isCutOff(outcome)) return { status: 'failed', message: sentenceFor(outcome) };
  if (!(outcome instanceof AnotherAccountError)) dropMarkers();
  // Somebody may have typed into another tab during the call.
  await application.catchUp();
  // What no account has yet stays: a draft that has to be merged, and what was entered during the call.
  const isSaved = state.who.is === 'applicant' && (evenIfPending || pendingIn(state) === 0);
  await application.leave(isSaved ? 'chosen' : 'expired');
  if (!isEnded) end(owner);
  return { status: 'done' };
}
