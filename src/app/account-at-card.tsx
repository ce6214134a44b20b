import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '#session/use-session.ts';
import { InactivityModal } from '#shell/inactivity-modal.tsx';
import { paths } from '#shell/paths.ts';
import type { Meeting } from './account-meeting.ts';
import { useApplication } from './application-context.ts';

/** What a card needs of an account: who is logged in, the idle warning, and the way to a submitted application. */
export function AccountAtCard({ meeting }: { readonly meeting: Meeting }) {
  const application = useApplication();
  const { web_status: status } = useSession();
  useEffect(() => meeting.begin(application), [meeting, application]);
  return status === 'submitted' ? <Navigate to={paths.completion} replace /> : <InactivityModal />;
}
