import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { UnauthorizedError } from '#api/errors.ts';
import { useWho } from '#application/hooks.ts';
import { dropMarkers, hasMarkerCookie } from '#application/marker-cookie.ts';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { paths } from '#shell/paths.ts';
import { tenant } from '#tenant/tenant.ts';

/** What a card needs of an account: who is logged in, the idle warning, and the way to a submitted application. */
export function AccountAtCard({ begin }: { readonly begin: () => void }) {
  const { web_status: status } = useWho();
  useEffect(begin, [begin]);
  return status === 'submitted' ? <Navigate to={paths.completion} replace /> : <InactivityModal />;
}

/**
 * Finds out at a card who is logged in, once, if the visit begins there. A form page finds it out by itself, and a
 * login makes what was found untrue.
 */
export function makeCardVisit(enter: (signal: AbortSignal) => Promise<void>) {
  const over = new AbortController();
  let found: Promise<void> | undefined;
  return {
    begin(): void {
      if (over.signal.aborted || !hasMarkerCookie(tenant.identityCookiePrefix)) return;
      // Nothing is lost if it fails: the card works for a visitor, and the form page after it tries again.
      found ??= enter(over.signal).catch((error: unknown) => {
        if (error instanceof UnauthorizedError) dropMarkers(tenant.identityCookiePrefix);
      });
    },
    /** Resolves once nothing of it can change who is here any more. */
    async end(): Promise<void> {
      over.abort();
      await found;
    },
  };
}
