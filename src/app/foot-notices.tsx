import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { keepClear } from '#ui/over-foot.ts';
import { useApplication } from './application-context.ts';

/**
 * What comes by itself, in sight and aloud, and moves nothing: what the operator has to say, until it is closed, and the
 * offer of a new release. Put off, that stands at the foot of the page; ignored, it comes with the next start.
 */
export function FootNotices() {
  const { updates, banner } = useApplication();
  const isOffered = useSyncExternalStore(updates.subscribe, updates.isOffered, () => false);
  const sentence = useSyncExternalStore(banner.subscribe, banner.text, () => undefined);
  const [isPutOff, setIsPutOff] = useState(false);
  const isInSight = sentence !== undefined || (isOffered && !isPutOff);
  const notices = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    return isInSight && notices.current !== null ? keepClear(notices.current, '--offer-height') : undefined;
  }, [isInSight]);

  function close(act: () => void) {
    act();
    // The button that had the focus goes.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  // Regions that are there before their words: only so are they spoken.
  return (
    <div ref={notices} className={`foot-notices ${isInSight ? 'ui-over-foot' : ''}`}>
      <div role="status">
        {sentence !== undefined && (
          <Notice onClose={() => close(banner.say)}>
            <p dir="auto">{sentence}</p>
          </Notice>
        )}
      </div>
      <div role="status">
        {/* Put off, it waits until nothing stands over the foot. */}
        {isOffered && isInSight !== isPutOff && (
          <Notice
            actions={
              <>
                <Button onPress={() => void updates.accept()}>Update</Button>
                {!isPutOff && (
                  <Button variant="quiet" onPress={() => close(() => setIsPutOff(true))}>
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
    </div>
  );
}
