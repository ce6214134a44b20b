import { useEffect, useRef } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router-dom';

/**
 * Returns a function that says whether the component is still shown: a response may arrive after the applicant has left
 * it.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}

/** Like `useNavigate`, but does nothing once the applicant has left the component. */
export function useNavigateFromHere() {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return async (path: string, options: NavigateOptions) => {
    if (isShown()) await navigate(path, options);
  };
}
