import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useWho } from '#application/hooks.ts';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { paths } from '#shell/paths.ts';
import type { CardVisit } from './account-card-visit.ts';
import type { Account } from './client-types.ts';

/** What a card needs of an account: who is logged in, the idle warning, and the way to a submitted application. */
export function AccountAtCard({
  cardVisit,
  account,
}: {
  readonly cardVisit: CardVisit;
  readonly account: Account;
}) {
  const { web_status: status } = useWho();
  useEffect(() => cardVisit.begin(account), [cardVisit, account]);
  return status === 'submitted' ? <Navigate to={paths.completion} replace /> : <InactivityModal />;
}
