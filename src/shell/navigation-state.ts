import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What one screen passes on to the next: only texts, shown as text. It holds no answers, because the browser writes its
 * history to disk in clear; the answers store keeps them.
 */
interface NavigationState {
  readonly username?: string | undefined;
  readonly success?: string | undefined;
  readonly error?: string | undefined;
  /** The applicant tried to submit, and the application has errors: the summary gets the focus. */
  readonly isInvalid?: boolean;
}

const unchanging = () => () => undefined;

/** Empty while a prerendered page hydrates, because its markup was made without a state. It renders again with it. */
export function useNavigationState(): NavigationState {
  const location = useLocation();
  const state = useSyncExternalStore<unknown>(
    unchanging,
    () => location.state,
    () => undefined,
  );
  const found = typeof state === 'object' && state !== null ? state : {};
  const textIn = (name: keyof NavigationState) => {
    const value: unknown = Reflect.get(found, name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    username: textIn('username'),
    success: textIn('success'),
    error: textIn('error'),
    isInvalid: Reflect.get(found, 'isInvalid') === true,
  };
}
