/** Each prop may be absent or undefined. */
export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out undefined props: to the library, an absent prop differs from an undefined one. */
export function given<T extends object>(props: T): Given<T> {
  // Sound: every remaining key has a defined value, and all keys of the result are optional.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Given<T>;
}
