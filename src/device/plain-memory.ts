// oxlint-disable no-restricted-globals -- the door to the browser's two plain stores

/** Short texts by name, in clear, so never answers. A blocked or full storage is no error. */
function memoryIn(storage: () => Storage) {
  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  }
  return {
    keep: (name: string, text: string): void => attempt((open) => open.setItem(name, text), undefined),
    /** @returns `''` when there is none */
    read: (name: string): string => attempt((open) => open.getItem(name), '') ?? '',
    forget: (name: string): void => attempt((open) => open.removeItem(name), undefined),
    names: (): string[] => attempt((open) => Object.keys(open), []),
  };
}

/** Survives a reload of this tab. */
export const tabMemory = memoryIn(() => sessionStorage);
/** Shared by all tabs of this browser, which can read it before any message arrives. */
export const browserMemory = memoryIn(() => localStorage);
