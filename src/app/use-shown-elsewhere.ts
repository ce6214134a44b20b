import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useApplication } from '#application/hooks.ts';
import type { State } from '#application/model.ts';
import { openChannel } from '#device/channel.ts';

/** A chosen tab, or how many components a list shows. */
type Shown =
  | { readonly kind: 'tab'; readonly id: string; readonly tab: string }
  | { readonly kind: 'count'; readonly id: string; readonly count: number };

/**
 * Has the other tabs of this browser show the same, as they do with letters.
 *
 * @param show called with what another tab of the same applicant shows
 * @returns a function that tells the other tabs
 */
export function useShownElsewhere(show: (shown: Shown) => void): (shown: Shown) => void {
  const { state } = useApplication();
  const post = useRef<(message: readonly [owner: string, shown: Shown]) => void>(undefined);
  const hear = useEffectEvent(([owner, shown]: readonly [string, Shown]) => {
    if (owner === ownerIn(state)) show(shown);
  });
  useEffect(() => {
    const channel = openChannel<readonly [string, Shown]>('shown', (message) => hear(message));
    post.current = channel.post;
    return channel.close;
  }, []);
  return useCallback((shown) => post.current?.([ownerIn(state), shown]), [state]);
}

function ownerIn({ who }: State): string {
  return who.is === 'applicant' ? who.owner : who.is;
}
