import { afterEach, beforeEach, vi } from 'vitest';

/** Gives every test of a file a blank local storage. Call it at the top of the file. */
export function fakeLocalStorage(): Map<string, string> {
  const entries = new Map<string, string>();
  beforeEach(() => {
    entries.clear();
    const methods = {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, value: string) => void entries.set(name, value),
      removeItem: (name: string) => void entries.delete(name),
    };
    vi.stubGlobal(
      'localStorage',
      new Proxy(methods, {
        ownKeys: () => [...entries.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return entries;
}
