import { useLocation } from 'react-router-dom';

/**
 * What one screen tells the next. Texts only, shown as text. Answers are carried by the answers store: in the
 * history they would rest on the disk in clear.
 */
export interface NavigationState {
  readonly username?: string | undefined;
  readonly success?: string | undefined;
  readonly error?: string | undefined;
  /** The application was to be submitted and has errors: the summary comes first. */
  readonly isInvalid?: boolean;
}

export function useNavigationState(): NavigationState {
  const state: unknown = useLocation().state;
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
