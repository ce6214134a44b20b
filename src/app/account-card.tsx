import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useWho } from '#application/hooks.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { paths } from '#shell/paths.ts';
import { dropMarkersAfter } from './account-session.ts';
import { hasMarkerCookie } from './marker-cookie.ts';

/** A visit that begins at a card. A form page finds out by itself who is logged in. */
export function makeCardVisit(enterAccount: (signal: AbortSignal) => Promise<void>) {
  const visit = new AbortController();
  let found: Promise<void> | undefined;

  /** Finds out once who is logged in. */
  function begin(): void {
    if (visit.signal.aborted || !hasMarkerCookie()) return;
    // If it fails, nothing is lost: the card works for a visitor, and the form page after it tries again.
    found ??= enterAccount(visit.signal).catch((error: unknown) => {
      if (error instanceof UnauthorizedError) dropMarkersAfter(error);
    });
  }

  return {
    /** What a card needs of an account: who is logged in, the idle warning, and the way to a submitted application. */
    AtCard() {
      const { web_status: status } = useWho();
      useEffect(begin, []);
      return status === 'submitted' ? <Navigate to={paths.completion} replace /> : <InactivityModal />;
    },

    /** Resolves once no earlier request of this visit can change who is here. */
    async end(): Promise<void> {
      visit.abort();
      await found;
    },
  };
}
