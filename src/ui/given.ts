type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined: the library tells an absent prop from one that is there and undefined. */
export function given<T extends object>(props: T): Given<T> {
  // Sound: every key left has a value that is not undefined, and keys in the result are optional.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Given<T>;
}
