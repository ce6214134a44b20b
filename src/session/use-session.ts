import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ClientSnapshot, Session } from './session.ts';
import type { SessionActions } from './session-actions.ts';

interface SessionParts {
  readonly session: Session;
  readonly actions: SessionActions;
}

const SessionContext = createContext<SessionParts | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

function useParts(): SessionParts {
  const parts = useContext(SessionContext);
  if (parts === undefined) throw new Error('Nobody can be here outside SessionProvider.');
  return parts;
}

/** Returns the current user. */
export function useSession(): ClientSnapshot {
  const { session } = useParts();
  return useSyncExternalStore(session.subscribe, session.get, session.get);
}

/** Returns the actions on the session. */
export function useSessionActions(): SessionActions {
  return useParts().actions;
}

/** Returns whether the idle warning is shown. */
export function useIsIdleWarning(): boolean {
  const { actions } = useParts();
  return useSyncExternalStore(actions.idle.subscribe, actions.idle.isWarning, () => false);
}
