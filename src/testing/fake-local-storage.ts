import { afterEach, beforeEach, vi } from 'vitest';
import { TERM } from '#device/turn-in-use.ts';

/**
 * Gives every test of a file a blank local storage. Call it at the top of the file.
 *
 * @returns what is there, except the term, which reveals nothing about anybody
 */
export function fakeLocalStorage(): Map<string, string> {
  const entries = new Map<string, string>();
  const terms = new Map<string, string>();
  const mapOf = (name: string) => (name === TERM ? terms : entries);
  beforeEach(() => {
    entries.clear();
    terms.clear();
    const methods = {
      getItem: (name: string) => mapOf(name).get(name) ?? null,
      setItem: (name: string, value: string) => void mapOf(name).set(name, value),
      removeItem: (name: string) => void mapOf(name).delete(name),
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
