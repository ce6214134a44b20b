import { useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useApplication } from './application-context.ts';

/** Offers a new release, aloud too. Ignored, it comes with the next start. */
export function UpdateOffer() {
  const { updates } = useApplication();
  const isOffered = useSyncExternalStore(updates.subscribe, updates.isOffered, () => false);
  // A region that is there before its words: only so are they spoken.
  return (
    <div role="status" className="update-offer">
      {isOffered && (
        <Notice tone="neutral" actions={<Button onPress={() => void updates.accept()}>Update</Button>}>
          A new version of this form is ready. Nothing you have typed is lost.
        </Notice>
      )}
    </div>
  );
}
