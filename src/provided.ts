import { type Context, useContext } from 'react';

/** Returns the value of a context that always has one. */
export function useProvided<T>(context: Context<T | undefined>): T {
  const value = useContext(context);
  if (value === undefined) throw new Error('Nothing is provided here.');
  return value;
}
