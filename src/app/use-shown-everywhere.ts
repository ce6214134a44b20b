import { useEffect, useMemo, useRef } from 'react';
import { useApplication } from '#application/hooks.ts';
import type { State } from '#application/model.ts';
import type { ServerState } from '#api/server-state.ts';
import { openChannel } from '#device/channel.ts';

/** A chosen tab, or how many components a list shows. */
export type ShownChoice =
  | { readonly kind: 'tab'; readonly id: string; readonly tab: string }
  | { readonly kind: 'count'; readonly id: string; readonly count: number };

type Message = readonly [owner: string, shown: ShownChoice];

/**
 * Shows a choice in this tab and, like letters, in the other tabs of this browser.
 *
 * @param show called with what this tab shows, or another tab of the same applicant; the same function in each render
 */
export function useShownEverywhere(
  show: (shown: ShownChoice) => void,
): Pick<ServerState, 'showCount' | 'showTab'> {
  const { state } = useApplication();
  const post = useRef<(message: Message) => void>(undefined);
  useEffect(() => {
    const channel = openChannel<Message>('shown', ([owner, shown]) => {
      if (owner === ownerIn(state)) show(shown);
    });
    post.current = channel.post;
    return channel.close;
  }, [state, show]);
  return useMemo(() => {
    const showAndTell = (shown: ShownChoice) => {
      show(shown);
      post.current?.([ownerIn(state), shown]);
    };
    return {
      showCount: (id, count) => showAndTell({ kind: 'count', id, count }),
      showTab: (id, tab) => showAndTell({ kind: 'tab', id, tab }),
    };
  }, [state, show]);
}

function ownerIn({ who }: State): string {
  return who.is === 'applicant' ? who.owner : who.is;
}
