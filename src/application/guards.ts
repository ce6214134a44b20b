// Checks stored records. Handwritten, because a first visit reads records before it loads zod.
import type { AccountCopy, Meta } from './model.ts';

export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value) => typeof value === 'number';
const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

export function isEither<A, B>(one: Guard<A>, other: Guard<B>): Guard<A | B> {
  return (value): value is A | B => one(value) || other(value);
}

export function isJust<T extends string | null | undefined>(...allowed: readonly T[]): Guard<T> {
  return (value): value is T => allowed.some((one) => one === value);
}

function isOptional<T>(is: Guard<T>): Guard<T | undefined> {
  return isEither(is, isJust(undefined));
}

export function isListOf<T>(is: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(is);
}

export function isRecordOf<T>(is: Guard<T>): Guard<Record<string, T>> {
  return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(is);
}

/** Accepts objects that have at least these members, each accepted by its guard. */
export function isShaped<T extends object>(shape: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const members = Object.entries<Guard<unknown>>(shape);
  return (value): value is T =>
    isObject(value) && members.every(([name, is]) => is(Reflect.get(value, name)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function keysOf<T extends object>(table: T): readonly (keyof T)[] {
  const keys: (keyof T)[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

export const isAccountCopy = isShaped<AccountCopy>({
  base: isText,
  of: isOptional(isText),
  sent: isListOf(isText),
  isTaken: isOptional(isFlag),
  theirs: isOptional(isText),
  refused: isOptional(isShaped({ value: isText, message: isText, isLasting: isOptional(isFlag) })),
});

export const isMeta = isShaped<Meta>({
  owner: isText,
  draftOf: isOptional(isText),
  signup: isOptional(isText),
  profile: isOptional(
    isShaped({
      username: isText,
      last_page: isEither(isText, isJust(null)),
      kept_term: isOptional(isText),
      successful_login: isOptional(isListOf(isText)),
      web_status: isListOf(isShaped({ web_status: isText })),
    }),
  ),
  departure: isJust('chosen', 'idle', 'expired', undefined),
});
