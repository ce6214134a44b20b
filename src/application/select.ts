// Everything that can be computed from the state.
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { isDescKey, isUnfinishedKey } from '#form/keys.ts';
import type { SentCall } from './events.ts';
import { isChoice } from './calls.ts';
import { isPending, keysIn, shownIn, theirsIn } from './draft.ts';
import type { Draft, Operation, Owner, RememberedProfile, State } from './model.ts';
import { ANONYMOUS } from './record-names.ts';
import { draftOf, ownerOfDraft } from './records.ts';

/** The key of all answers and reads among the troubles. */
export const ACCOUNT = '';

export interface WaitingCall extends SentCall {
  readonly operation: Operation;
}

export function isLoggedIn({ who }: State): boolean {
  return who.is === 'applicant' || who.is === 'arriving';
}

/** One answer as typed, `''` when blank. */
export function answerIn(state: State, key: string): string {
  const own = shownIn(draftOf(state), key);
  return own === EMPTY_ANSWER ? (lentIn(state).get(key) ?? EMPTY_ANSWER) : own;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** The answers of a link that are shown: to a visitor, never in an account. */
function lentIn({ who, lent }: State): ReadonlyMap<string, string> {
  return who.is === 'visitor' ? lent : NOTHING;
}

/** The last result of `answersIn`, which many fields request at every letter. */
const cache = new WeakMap<State, { numChanges: number; owner: Owner; answers: Answers }>();

/** All answers in use, blank ones included; the same object until one changes. */
export function answersIn(state: State): Answers {
  const owner = ownerOfDraft(state);
  const cached = cache.get(state);
  if (cached?.numChanges === state.numChanges && cached.owner === owner) return cached.answers;
  const keys = [...keysIn(draftOf(state)), ...lentIn(state).keys()];
  const answers = Object.fromEntries(keys.map((key) => [key, answerIn(state, key)]));
  cache.set(state, { numChanges: state.numChanges, owner, answers });
  return answers;
}

/** The answers of a draft that are not blank. */
export function filledIn(draft: Draft): readonly (readonly [key: string, value: string])[] {
  const all = [...keysIn(draft)].map((key) => [key, shownIn(draft, key)] as const);
  return all.filter(([, value]) => value !== EMPTY_ANSWER);
}

export function hasAnswers(state: State): boolean {
  return filledIn(draftOf(state)).length > 0;
}

/** The address with which a visitor has signed up on this device, while its code is not entered. */
export function waitingSignup({ who, meta }: State): string | undefined {
  return who.is === 'visitor' || who.is === 'departed' ? meta?.value?.signup : undefined;
}

/** Whether the boxes of a date have no whole date: the account does not get these. */
export function hasUnfinished(state: State): boolean {
  return filledIn(draftOf(state)).some(([key]) => isUnfinishedKey(key));
}

/** Answers whose value the account may lack: unsent, refused, or in conflict with `theirs`. */
export function pendingAnswers(state: State) {
  const draft = draftOf(state);
  if (ownerOfDraft(state) === ANONYMOUS) return [];
  return [...draft.answers].flatMap(([key, { value: change }]) => {
    if (change === undefined || isUnfinishedKey(key) || isDescKey(key) || !isPending(draft, key)) return [];
    const { value, refused } = change;
    // A refused stamp has no field to correct it: it does not count.
    const isLost = refused !== undefined && (questionFor(key)?.kind ?? 'stamp') === 'stamp';
    return isLost ? [] : [{ key, value, theirs: theirsIn(draft, key), refusal: refused?.message }];
  });
}

export function pendingKeys(state: State): readonly string[] {
  return pendingAnswers(state).map(({ key }) => key);
}

/** Calls that have not reached the account, oldest first. */
export function waitingCalls(state: State): readonly WaitingCall[] {
  return [...draftOf(state).calls]
    .flatMap(([callKey, { value, stamp: at }]) =>
      value === undefined || value === null ? [] : [{ callKey, at, operation: value }],
    )
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** The number of files that the account may lack: they wait here, or the server cannot be asked about them. */
export function waitingFiles(state: State): number {
  return [...state.files.values()].filter(({ step, trouble }) => {
    const isCutOff = trouble?.is === 'offline' || trouble?.is === 'portal';
    return step === 'converting' ? isCutOff : step !== 'failed';
  }).length;
}

/** How many answers, choices of tabs and components, and files the account does not have yet. */
export function pendingIn(state: State): number {
  const choices = waitingCalls(state).filter(({ operation }) => isChoice(operation));
  return pendingKeys(state).length + choices.length + waitingFiles(state);
}

/** Whether a file waits only in the memory of this page. */
export function hasUnstoredFile(state: State): boolean {
  return [...state.files.values()].some(
    ({ step, isOnDevice }) => !isOnDevice && step !== 'converting' && step !== 'failed',
  );
}

/** Whether something that was entered is in this page and nowhere else. */
export function isOnlyHere(state: State): boolean {
  if (hasUnstoredFile(state)) return true;
  if (state.device.kind !== 'memory-only') return false;
  const inUse = draftOf(state);
  const isLeft = [...state.drafts].some(
    ([owner, draft]) =>
      owner !== ANONYMOUS &&
      draft !== inUse &&
      [...draft.answers.values()].some(({ value }) => value !== undefined),
  );
  if (isLeft) return true;
  return state.who.is === 'applicant' ? hasUnfinished(state) || pendingIn(state) > 0 : hasAnswers(state);
}

export function isTyping(state: State, elapsed: number): boolean {
  return elapsed < state.typingUntil;
}

/** Another tab may have noted another applicant's, before this one hears of the login there. */
export function profileIn({ who, meta }: State): RememberedProfile | undefined {
  const { owner, profile } = meta?.value ?? {};
  return who.is === 'applicant' && who.owner === owner ? profile : undefined;
}

/**
 * Returns an application's status, from the number of distinct known entries (0 to 3).
 *
 * @see specification §4, Web status
 */
export function webStatusIn(state: State): WebStatus | null {
  const entries = profileIn(state)?.web_status ?? [];
  const known = webStatuses.filter((status) => entries.some(({ web_status }) => web_status === status));
  return webStatuses[known.length - 1] ?? null;
}

/** What the client knows of the current user (specification §3, Client snapshot). */
export type ClientSnapshot = ReturnType<typeof snapshotOf>;

export function snapshotOf(state: State) {
  const profile = profileIn(state);
  return {
    username: profile?.username ?? null,
    last_page: profile?.last_page ?? null,
    num_logins: profile === undefined ? 0 : (profile.successful_login?.length ?? 1),
    is_logged_in: isLoggedIn(state),
    is_service_user: state.who.is === 'service',
    has_changed_page: state.hasChangedPage,
    web_status: webStatusIn(state),
  };
}
