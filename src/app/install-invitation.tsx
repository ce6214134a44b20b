import { useSyncExternalStore } from 'react';
import { useHasAnswers } from '#application/hooks.ts';
import { definePart, usePart } from '#ui/use-part.ts';
import { useClient } from './client-context.ts';

const noticePart = definePart(() => import('./install-notice.tsx'));

/** Invites to install once the applicant has answers to lose. At the foot of the page, where it moves nothing. */
export function InstallInvitation() {
  const { installOffer } = useClient();
  const hasAnswers = useHasAnswers();
  const way = useSyncExternalStore(installOffer.way.subscribe, installOffer.way.get, () => 'none' as const);
  const InstallNotice = usePart(noticePart, way !== 'none' && hasAnswers)?.InstallNotice;
  if (InstallNotice === undefined) return null;
  return (
    <aside className="install-invitation" aria-label="Install">
      <InstallNotice way={way} offer={installOffer} />
    </aside>
  );
}
