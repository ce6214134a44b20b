import { useEffect, useRef } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router-dom';

/** Returns a function that says whether the component is still shown: a response may come after it was left. */
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

/** Like `useNavigate`, but leads nobody away who has left the component already. */
export function useNavigateFromHere() {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return async (path: string, options: NavigateOptions) => {
    if (isShown()) await navigate(path, options);
  };
}
