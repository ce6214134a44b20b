// What the applicant has changed, over what was last seen of the account. Pure.
import type { Stamp } from '#device/stamp.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { Change, Draft, Seen } from './model.ts';

/** The key of the one account in `Draft.seen`. */
export const SEEN = '';
const VERSION_DIGITS = 11;
const RADIX = 36;

export function newDraft(): Draft {
  return { answers: new Map(), calls: new Map(), sent: new Map(), seen: new Map(), old: new Map() };
}

/** The account when it was last seen; `undefined` in an anonymous draft. */
export function seenIn({ seen }: Draft): Seen | undefined {
  return seen.get(SEEN)?.value;
}

export function stampOfSeen({ seen }: Draft): Stamp {
  return seen.get(SEEN)?.stamp ?? '';
}

/**
 * Orders what was seen: by the server's version or, if it has none, by the time of the request. It begins with `#`, so
 * that no tab takes it for a time.
 */
export function seenStamp(draft: Draft, version: string | undefined, since: Stamp): Stamp {
  const number = /^"(\d+)"$/.exec(version ?? '')?.[1];
  if (number !== undefined) return `#${Number(number).toString(RADIX).padStart(VERSION_DIGITS, '0')}`;
  return `${stampOfSeen(draft)
    .slice(0, VERSION_DIGITS + 1)
    .padEnd(VERSION_DIGITS + 1, '#')}.${since}`;
}

/** The account's value, as last seen. */
export function accountValueIn(draft: Draft, key: string): string {
  return seenIn(draft)?.answers[key] ?? EMPTY_ANSWER;
}

/** The value that is shown: this device's, or else the account's. */
export function shownIn(draft: Draft, key: string): string {
  return draft.answers.get(key)?.value?.value ?? accountValueIn(draft, key);
}

export function keysIn(draft: Draft): ReadonlySet<string> {
  const changed = [...draft.answers].flatMap(([key, { value }]) => (value === undefined ? [] : [key]));
  return new Set([...Object.keys(seenIn(draft)?.answers ?? {}), ...changed]);
}

/** Values of an answer that requests may still give to the account. */
function sentIn(draft: Draft, key: string): readonly string[] {
  const now = stampOfSeen(draft);
  return [...draft.sent.values()].flatMap(({ value }) =>
    value !== undefined && value.over >= now ? (value.values[key] ?? []) : [],
  );
}

/** Whether the account may lack a change: as far as seen, or once a request that was sent before has arrived. */
export function isPending(draft: Draft, key: string): boolean {
  const change = draft.answers.get(key)?.value;
  if (change === undefined) return false;
  if (change.rival !== undefined) return true;
  return [accountValueIn(draft, key), ...sentIn(draft, key)].some((value) => value !== change.value);
}

/** The account's value, if another device has given it since the change here. The applicant chooses. */
export function theirsIn(draft: Draft, key: string): string | undefined {
  const change = draft.answers.get(key)?.value;
  if (change?.rival !== undefined) return change.rival;
  const theirs = accountValueIn(draft, key);
  if (change === undefined || theirs === change.value || theirs === (change.base ?? EMPTY_ANSWER))
    return undefined;
  const isOurs = change.base !== undefined && seenIn(draft)?.ours.includes(key) === true;
  return isOurs ? undefined : theirs;
}

/** The change that a value makes. The first one stands on what the account has. */
export function changeTo(draft: Draft, key: string, value: string): Change {
  const { base, rival } = draft.answers.get(key)?.value ?? {};
  if (!isPending(draft, key)) return standing(draft, key, value);
  return { value, base, rival: rival === value ? undefined : rival };
}

/** The change that a choice between two values makes: it stands on the one that was shown. */
export function chosenIn(draft: Draft, key: string, value: string): Change {
  const { base, rival } = draft.answers.get(key)?.value ?? {};
  return rival === undefined ? standing(draft, key, value) : { value, base };
}

function standing(draft: Draft, key: string, value: string): Change {
  return { value, base: seenIn(draft) && accountValueIn(draft, key) };
}

/** The answers whose value in the account is this device's own, given what it has sent. */
export function oursIn(draft: Draft, answers: Answers): readonly string[] {
  const { ours = [] } = seenIn(draft) ?? {};
  const sent = [...draft.sent.values()].flatMap(({ value }) => Object.keys(value?.values ?? {}));
  return [...new Set([...ours, ...sent])].filter((key) => {
    const { [key]: value = EMPTY_ANSWER } = answers;
    return sentIn(draft, key).includes(value) || (ours.includes(key) && value === accountValueIn(draft, key));
  });
}

/**
 * What a later account does to the changes here: one that had arrived takes another device's value, so that tabs which
 * have not heard that it had arrived do not ask. One that was made over this device's own value stands on that from now on.
 */
export function yielding(draft: Draft, { answers }: Seen): ReadonlyMap<string, Change> {
  const before = seenIn(draft);
  const next = new Map<string, Change>();
  for (const [key, { value: change }] of before === undefined ? [] : draft.answers) {
    const [base, value] = [accountValueIn(draft, key), answers[key] ?? EMPTY_ANSWER];
    if (change === undefined || base === value || change.value === value) continue;
    if (!isPending(draft, key)) next.set(key, { value, base: value });
    else if (change.base !== undefined && change.base !== base && before?.ours.includes(key) === true)
      next.set(key, { ...change, base });
  }
  return next;
}
