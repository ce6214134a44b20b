import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useHasAnswers } from '#application/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { keepClear } from '#ui/over-foot.ts';
import { definePart, useIsPartMissing, usePart } from '#ui/use-part.ts';
import { useClient, useIsForService } from './client-context.ts';

const noticePart = definePart(() => import('./install-notice.tsx'));

/**
 * Notices that appear by themselves, visible and announced, without moving the page: that something pressed has not
 * loaded, the operator's banner until it is closed, and the offer of a new release. After "Later", the offer moves to the
 * foot of the page. If it is ignored, it appears again with the next start.
 */
export function FootNotices({ isAtCard = false }: { readonly isAtCard?: boolean }) {
  const { updates, banner } = useClient();
  const isOffered = useSyncExternalStore(updates.offered.subscribe, updates.offered.get, () => false);
  const sentence = useSyncExternalStore(banner.subscribe, banner.get, () => undefined);
  const isPartMissing = useIsPartMissing();
  const isForService = useIsForService();
  const [isPutOff, setIsPutOff] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const isInSight = isPartMissing || sentence !== undefined || (isOffered && !isPutOff);
  const notices = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    return isInSight && notices.current !== null ? keepClear(notices.current, '--offer-height') : undefined;
  }, [isInSight]);

  function close(act: () => void) {
    act();
    // The button that has the focus is about to disappear.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  function accept() {
    setIsAccepted(true);
    void updates.accept().then(setIsAccepted);
  }

  if (isForService) return null;
  const actions = (
    <>
      <Button isPending={isAccepted} pendingText="Saving and loading" onPress={accept}>
        Update
      </Button>
      {!isPutOff && (
        <Button variant="quiet" onPress={() => close(() => setIsPutOff(true))}>
          Later
        </Button>
      )}
    </>
  );
  // The regions exist before their text. Otherwise screen readers would not read it out.
  return (
    <div ref={notices} className={`foot-notices ${isInSight ? 'ui-over-foot' : ''}`}>
      <div role="status">
        {isPartMissing && <Notice>This has not loaded. Please check your connection: we keep trying.</Notice>}
        {sentence !== undefined && (
          <Notice onClose={() => close(() => banner.set(undefined))}>
            <p dir="auto">{sentence}</p>
          </Notice>
        )}
      </div>
      <div role="status" className="update-offer">
        {/* After "Later", the offer waits until no notice covers the foot. */}
        {isOffered && isInSight !== isPutOff && (
          <Notice actions={actions}>
            A new version is ready.{' '}
            {isAtCard ? 'Only this card will be blank.' : 'Nothing you have typed is lost.'}
          </Notice>
        )}
      </div>
    </div>
  );
}

/** Invites to install once the applicant has answers to lose. */
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
