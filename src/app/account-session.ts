import { remembered } from '#application/account/enter.ts';
import type { Acts } from '#application/hooks.ts';
import { ownerOf } from '#application/records.ts';
import type { Application } from '#application/run.ts';
import { pendingIn } from '#application/select.ts';
import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { readProfile } from '#api/queries.ts';
import { sessionEnded } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import { logout } from '#contract/logout.ts';
import { dropMarkers, markersNow } from './marker-cookie.ts';

/** Logging out waits at most this long for the last save. */
const LOGOUT_PATIENCE_MS = 5000;

export type Session = ReturnType<typeof makeSession>;

/**
 * The session of this browser: whether it is this applicant's, and how it ends.
 *
 * @param onDocuments called with the documents that the account lists: another device may have changed them
 */
export function makeSession(application: Application, onDocuments: (documents: DocumentAnswers) => void) {
  const { state } = application;
  /** The markers of the session in which the account was read last. */
  let markers: string | undefined;
  /** The markers at the start, which may have been offline. */
  let enteredWith: string | undefined;
  /** The browser has a session, but for another account. */
  let isAnothers = false;

  const session = {
    /** Call when somebody enters: the session of this moment is theirs. */
    enters: () => void (enteredWith = markersNow()),

    /** Reads the account of the session, of any applicant. */
    async readAny(input: Parameters<typeof readProfile>[0]) {
      const present = markersNow();
      const reading = await readProfile(input);
      markers = present;
      return reading;
    },

    /** Reads the account. Rejects with an `UnauthorizedError` also if the session is another one's. */
    async readOwn() {
      const { profile, version } = await session.readAny({});
      isAnothers = state.who.is === 'applicant' && (await ownerOf(profile.username)) !== state.who.owner;
      if (isAnothers) {
        markers = undefined;
        throw sessionEnded();
      }
      onDocuments(profile.document_answer);
      return { profile: remembered(profile), answers: profile.answer, version };
    },

    /**
     * Call before a request about a file, and before a logout, which name no version of the account: somebody else may
     * have logged in while the page slept. Rejects like `readOwn`.
     */
    async confirmOwn(): Promise<void> {
      if (markersNow() !== markers) await session.readOwn();
    },

    onUnauthorized(): void {
      if (!isAnothers) dropMarkers();
      if (state.who.is === 'applicant' || state.who.is === 'arriving') void application.leave('expired');
    },

    /** Leads the applicant to the login if any call finds that the session has ended (specification §8). */
    hear(error: unknown): void {
      if (error instanceof UnauthorizedError) session.onUnauthorized();
    },

    /** Ends the session at the server, but not that of a login since. If the call fails, the server's own time limit ends it. */
    end(): void {
      const present = markersNow();
      if (present !== markers && present !== enteredWith) return;
      void call(logout, {}).catch(() => undefined);
      dropMarkers();
    },
  };
  return session;
}

/** Logs out by choice. */
export async function logOut(
  application: Application,
  session: Session,
  { evenIfPending = false }: Parameters<Acts['logOut']>[0] = {},
): ReturnType<Acts['logOut']> {
  const { state } = application;
  if (!evenIfPending) {
    const isSaved = await application.save(LOGOUT_PATIENCE_MS);
    const pending = pendingIn(state);
    if (!isSaved || pending > 0) return { status: 'pending', pending };
  }
  try {
    await session.confirmOwn();
    await call(logout, {});
    dropMarkers();
  } catch (error) {
    // If the session has already ended, the applicant has what they asked for.
    if (!(error instanceof UnauthorizedError)) return { status: 'failed', message: sentenceFor(error) };
  }
  // Somebody may have typed into another tab during the call.
  await application.look();
  // What no account has yet stays: a draft that has to be merged, and what was entered during the call.
  const isSaved = state.who.is === 'applicant' && (evenIfPending || pendingIn(state) === 0);
  await application.leave(isSaved ? 'chosen' : 'expired');
  return { status: 'done' };
}
