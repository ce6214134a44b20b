import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMove } from 'react-aria/useMove';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ShownToasts,
  UNSTABLE_ToastRegion as Region,
} from 'react-aria-components/Toast';
import { TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from '#limits.ts';
import { Button } from './button.tsx';
import { AlertIcon, CheckCircleIcon, CloseIcon } from './icons.tsx';
import { makeWay } from './make-way.ts';
import { keepClear } from './over-foot.ts';
import { type ToastMessage, toasts } from './toast-queue.ts';
import './toast-panel.css';

const MAX_VISIBLE = 3;

/** Shows the newest toast in full, and the others behind it until the region has the focus. */
export function ToastPanel() {
  const [shown] = useState(() => new ShownToasts<ToastMessage>({ maxVisibleToasts: MAX_VISIBLE }));
  // The region mounts with the first toast and unmounts with the last.
  const [region, setRegion] = useState<HTMLDivElement | null>(null);

  useEffect(() => {
    const keys = new Map<string, string>();
    return toasts.listen(
      () => {
        for (const message of toasts.take()) {
          const key = shown.add(message, { timeout: message.timeoutMs });
          if (message.source !== undefined) keys.set(message.source, key);
        }
      },
      (source) => {
        const key = keys.get(source);
        if (key !== undefined) shown.close(key);
      },
    );
  }, [shown]);

  useEffect(() => {
    if (region === null) return;
    const ends = [keepClear(region, '--toasts-height'), makeWay(region)];
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key !== TOAST_HOTKEY) return;
      event.preventDefault();
      region.focus();
    };
    const closeFocused = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const toast = document.activeElement?.closest('.ui-toast') ?? region.querySelector('.ui-toast');
      toast?.querySelector('button')?.click();
    };
    document.addEventListener('keydown', focusRegion);
    region.addEventListener('keydown', closeFocused);
    return () => {
      for (const end of ends) end();
      document.removeEventListener('keydown', focusRegion);
      region.removeEventListener('keydown', closeFocused);
    };
  }, [region]);

  return (
    <Region
      ref={setRegion}
      queue={shown}
      aria-label="Notifications (F8)"
      className="ui-toast-region ui-over-foot"
    >
      {({ toast }) => (
        <Toast toast={toast} className="ui-toast">
          <Swipe onSwipe={() => shown.close(toast.key)} severity={toast.content.severity}>
            {toast.content.severity === 'success' ? <CheckCircleIcon /> : <AlertIcon />}
            <ToastContent className="ui-toast-text ui-stack">
              <Text slot="title">{toast.content.label}</Text>
              <Text slot="description">{toast.content.text}</Text>
            </ToastContent>
            <Button variant="quiet" size="small" aria-label="Close" onPress={() => shown.close(toast.key)}>
              <CloseIcon />
            </Button>
          </Swipe>
        </Toast>
      )}
    </Region>
  );
}

interface SwipeProps {
  readonly severity: ToastMessage['severity'];
  readonly onSwipe: () => void;
  readonly children: ReactNode;
}

/** Follows a finger sideways. Past the threshold the toast closes; otherwise it returns to its place. */
function Swipe({ severity, onSwipe, children }: SwipeProps) {
  const moved = useRef(0);
  const [offset, setOffset] = useState<number>();
  const { moveProps } = useMove({
    onMove: ({ deltaX }) => {
      moved.current += deltaX;
      setOffset(moved.current);
    },
    onMoveEnd: () => {
      if (Math.abs(moved.current) >= TOAST_SWIPE_THRESHOLD_PX) onSwipe();
      moved.current = 0;
      setOffset(undefined);
    },
  });
  return (
    <div
      {...moveProps}
      className="ui-toast-card ui-raised"
      data-tone={severity}
      data-swiping={offset !== undefined || undefined}
      style={{
        transform: `translateX(${offset ?? 0}px)`,
        opacity: 1 - Math.min(0.6, Math.abs(offset ?? 0) / 300),
      }}
    >
      {children}
    </div>
  );
}
