import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { keepClear } from '#ui/over-foot.ts';
import { useApplication } from './application-context.ts';

/** Offers a new release, in sight and aloud. Put off, it stands at the foot; ignored, it comes with the next start. */
export function UpdateOffer() {
  const { updates } = useApplication();
  const isOffered = useSyncExternalStore(updates.subscribe, updates.isOffered, () => false);
  const [isPutOff, setIsPutOff] = useState(false);
  const isInSight = isOffered && !isPutOff;
  const offer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    return isInSight && offer.current !== null ? keepClear(offer.current, '--offer-height') : undefined;
  }, [isInSight]);

  function putOff() {
    setIsPutOff(true);
    // The button that had the focus goes.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  // A region that is there before its words: only so are they spoken.
  return (
    <div ref={offer} role="status" className={`update-offer ${isInSight ? 'ui-over-foot' : ''}`}>
      {isOffered && (
        <Notice
          tone="neutral"
          actions={
            <>
              <Button onPress={() => void updates.accept()}>Update</Button>
              {!isPutOff && (
                <Button variant="quiet" onPress={putOff}>
                  Later
                </Button>
              )}
            </>
          }
        >
          A new version of this form is ready. Nothing you have typed is lost.
        </Notice>
      )}
    </div>
  );
}
