import { Button } from '#ui/button.tsx';
import { ShareIcon } from '#ui/late-icons.tsx';
import { Notice } from '#ui/notice.tsx';
import type { InstallOffer, InstallWay } from './install-offer.ts';

export function InstallNotice({ way, offer }: { readonly way: InstallWay; readonly offer: InstallOffer }) {
  const actions = (
    <>
      {way === 'prompt' && (
        <Button variant="secondary" onPress={() => void offer.install()}>
          Install
        </Button>
      )}
      <Button variant="quiet" onPress={() => void offer.dismiss()}>
        Not now
      </Button>
    </>
  );
  return (
    <Notice heading="Keep this form at hand" actions={actions}>
      {way === 'prompt' ? (
        <p>Install it on this device: it opens from your home screen, without a network too.</p>
      ) : (
        <p>
          Tap <ShareIcon /> <strong>Share</strong>, then <strong>Add to Home Screen</strong>: it opens without
          a network too. The installed form keeps answers of its own. Log in there, or save a copy of your
          answers from the Account menu and bring it back there.
        </p>
      )}
    </Notice>
  );
}
