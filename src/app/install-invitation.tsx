import { useSyncExternalStore } from 'react';
import { useHasAnswers } from '#answers/answers-context.tsx';
import { Button } from '#ui/button.tsx';
import { ShareIcon } from '#ui/icons.tsx';
import { Notice } from '#ui/notice.tsx';
import { useApplication } from './application-context.ts';

/** Invites to install, once there is something to lose. At the foot of the page, where nothing jumps. */
export function InstallInvitation() {
  const { installOffer } = useApplication();
  const hasAnswers = useHasAnswers();
  const way = useSyncExternalStore(installOffer.subscribe, installOffer.way, () => 'none' as const);
  if (way === 'none' || !hasAnswers) return null;
  return (
    <aside className="install-invitation" aria-label="Install">
      <Notice
        heading="Keep this form at hand"
        actions={
          <>
            {way === 'prompt' && (
              <Button variant="secondary" onPress={() => void installOffer.install()}>
                Install
              </Button>
            )}
            <Button variant="quiet" onPress={() => void installOffer.dismiss()}>
              Not now
            </Button>
          </>
        }
      >
        {way === 'prompt' ? (
          <p>Install it on this device: it opens from your home screen, without a network too.</p>
        ) : (
          <p>
            Tap <ShareIcon /> <strong>Share</strong>, then <strong>Add to Home Screen</strong>: it opens
            without a network too. The installed form keeps answers of its own. Log in there, or save a copy
            of your answers from the Account menu and bring it back there.
          </p>
        )}
      </Notice>
    </aside>
  );
}
