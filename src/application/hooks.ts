// What components read from the application, one subscription each, and what they can do.
import { createContext, useMemo, useSyncExternalStore } from 'react';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { AnswerKey, UnfinishedKey } from '#form/keys.ts';
import { useProvided } from '#provided.ts';
import type { SubmitOutcome } from './account/submit.ts';
import type { State } from './model.ts';
import type { Application } from './run.ts';
import { hasAnswers, snapshotOf, type ClientSnapshot } from './select.ts';
import type { SaveStatus } from './status.ts';

/** Actions that need the account's code. `acts` in `app/client.ts` implements them; screens and shell call them. */
export interface Acts {
  /**
   * Call after the server has accepted a login. Resolves to false if the browser has not stored the session's cookie.
   */
  loggedIn(username: string): Promise<boolean>;
  /**
   * Saves, validates and submits the application.
   *
   * @param today `YYYY-MM-DD` at the university
   */
  submit(today: string): Promise<SubmitOutcome>;
  /** Logs out by choice: sends unsent changes, ends the session (offline, later), wipes the device. */
  logOut(options?: { readonly evenIfPending?: boolean }): Promise<LogoutOutcome>;
}

/** The result of logging out. `pending`: the applicant must first confirm losing unsent changes. */
type LogoutOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'pending'; readonly pending: number }
  /** The server has refused; `message` tells the applicant. */
  | { readonly status: 'failed'; readonly message: string };

const ApplicationContext = createContext<Application | undefined>(undefined);
export const ApplicationProvider = ApplicationContext.Provider;
const ActsContext = createContext<Acts | undefined>(undefined);
export const ActsProvider = ActsContext.Provider;

export function useApplication(): Application {
  return useProvided(ApplicationContext);
}

export function useActs(): Acts {
  return useProvided(ActsContext);
}

/** `isEarly`: the field held this value when the script took over the page. */
type SetValue = (value: string, isEarly?: boolean) => void;
type AnswerAndSetter = readonly [value: string, setValue: SetValue];

type Key = AnswerKey | UnfinishedKey;

/** Returns one answer (`''` when blank) and a setter that shows and stores it. */
export function useAnswer(key: Key): AnswerAndSetter {
  return useValueOf(useKept(key, useApplication().set));
}

/** Like `useAnswer`, for a text field that shows its own text: the page updates after the frame. */
export function useTypedAnswer(key: AnswerKey): AnswerAndSetter {
  return useValueOf(useTypedText(key));
}

/** Where a text is kept, for an input that reads it: unlike `useTypedAnswer`, a letter does not render the caller. */
export function useTypedText(key: AnswerKey) {
  return useKept(key, useApplication().type);
}

/** Returns all answers as typed; for parts that show the whole application. */
export function useAllAnswers(): Answers {
  const { subscribe, getAll } = useApplication();
  return useSyncExternalStore(subscribe, getAll, getAll);
}

/** A part of a prerendered page is hydrated as it was made, whatever has been typed since. */
const blank = () => EMPTY_ANSWER;

function useKept(key: Key, keep: Application['set']) {
  const application = useApplication();
  return useMemo(
    () => ({
      subscribe: (listener: () => void) => application.subscribeTo(key, listener),
      get: () => application.get(key),
      set: (value: string, isEarly?: boolean) => keep(key, value, isEarly),
    }),
    [application, key, keep],
  );
}

function useValueOf({ subscribe, get, set }: ReturnType<typeof useKept>): AnswerAndSetter {
  return [useSyncExternalStore(subscribe, get, blank), set];
}

/** Returns a primitive computed from the state. */
export function useSelected<T extends string | number | boolean | undefined>(
  select: (state: State) => T,
  whileHydrated = select,
): T {
  const { state, subscribe } = useApplication();
  return useSyncExternalStore(
    subscribe,
    () => select(state),
    () => whileHydrated(state),
  );
}

/** Returns a value computed from the state; the same object until its contents change. */
export function useSelectedValue<T>(select: (state: State) => T): T {
  const serialized = useSelected((state) => JSON.stringify(select(state)));
  return useMemo(() => JSON.parse(serialized), [serialized]);
}

export function useWho(): ClientSnapshot {
  return useSelectedValue(snapshotOf);
}

/** Whether any question has an answer; false while a prerendered page is hydrated. */
export function useHasAnswers(): boolean {
  return useSelected(hasAnswers, () => false);
}

const NOTHING_YET = JSON.stringify({ text: '', tone: 'quiet' } satisfies SaveStatus);

export function useSaveStatus(): SaveStatus {
  const application = useApplication();
  const serialized = useSyncExternalStore(
    application.subscribeStatus,
    () => JSON.stringify(application.status),
    () => NOTHING_YET,
  );
  return JSON.parse(serialized);
}
