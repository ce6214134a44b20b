// The effects of an event. Pure: no page, no network, no clock, no device.
import type { Changes } from '#form/change.ts';
import { EMPTY_ANSWER, isBlank, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { isDescKey, isUnfinishedKey } from '#form/keys.ts';
import { applyChanges } from '#form/apply-changes.ts';
import { changeByHand } from '#form/put-back.ts';
import { observeStamp } from '#device/stamp.ts';
import { joinEarly } from './early.ts';
import type { AccountEvents, Effect, Event, Events, Steps, Transition, VisitorEvents } from './events.ts';
import { leave } from './leave.ts';
import type { Now, State } from './model.ts';
import {
  addDraft,
  agreeing,
  ANONYMOUS,
  draftOf,
  nameOf,
  ownerOfDraft,
  put,
  putMeta,
  show,
  showAll,
  acceptRecord,
  type Precedence,
} from './records.ts';
import { answersIn, isLoggedIn, isOnlyHere } from './select.ts';

/** A pause in typing of this length ends a burst. */
const PAUSE_MS = 400;

/** The effects of an account's events. Loaded with an account. */
export interface AccountSteps {
  readonly steps: Steps<keyof AccountEvents>;
  /** Events whose records only the tab that sends may write. */
  readonly notes: ReadonlySet<Event['type']>;
  /** Called after every step. */
  readonly followUp: (transition: Transition, event: Event) => void;
}

/**
 * Changes the state for an event.
 *
 * @param account `undefined` until the code for accounts is loaded; nobody can be logged in before that
 * @returns what is to be done, in this order
 */
export function step(state: State, event: Event, now: Now, account?: AccountSteps): readonly Effect[] {
  const transition: Transition = { state, now, effects: [], records: new Map(), shown: new Set() };
  if (isOfVisitor(event)) take(transition, event, visitorSteps);
  else if (account !== undefined) take(transition, event, account.steps);
  account?.followUp(transition, event);
  const { records, shown, effects } = transition;
  if (records.size > 0) state.isWritten = false;
  const isNote = account?.notes.has(event.type) === true;
  return [
    ...(records.size > 0 ? [{ do: 'write', records, isNote } as const] : []),
    ...(shown.size > 0 ? [{ do: 'show', keys: shown } as const] : []),
    ...effects,
  ];
}

function isOfVisitor(event: Event): event is Event<keyof VisitorEvents> {
  return event.type in visitorSteps;
}

function take<Type extends keyof Events>(
  transition: Transition,
  event: Event<Type>,
  steps: Steps<Type>,
): void {
  steps[event.type](transition, event);
}

const visitorSteps: Steps<keyof VisitorEvents> = {
  /** A value that the browser restored yields to a draft not read yet. */
  typed(transition, { key, value, isRestored }) {
    const { state, now } = transition;
    const changes = changeByHand(answersIn(state), key, value, state.cleared, now.today);
    // Answers that a link shows were not entered here, so they are not put back.
    for (const shown of state.lent.keys()) state.cleared.delete(shown);
    changeAnswers(transition, changes, isRestored && !state.isDeviceRead ? 'yields' : 'wins');
    if (Object.keys(changes).length > 0) state.typingUntil = now.elapsed + PAUSE_MS;
  },
  filled(transition, { changes }) {
    // Copies of other releases also hold labels. Here, a label follows from its answer.
    const own = Object.fromEntries(Object.entries(changes).filter(([key]) => !isDescKey(key)));
    changeAnswers(transition, applyChanges(answersIn(transition.state), own, transition.now.today));
  },
  /** Shows the answers of a link where a visitor has none. An applicant is only asked whether to take them. */
  lent(transition, { answers }) {
    const { lent } = transition.state;
    lent.clear();
    // Otherwise answers of the same link that are already shown would count as the visitor's own.
    showAll(transition);
    for (const [key, value] of Object.entries(fittingIn(transition, answers))) {
      if (isBlank(value)) continue;
      lent.set(key, value);
      show(transition, key);
    }
  },
  lentDecided(transition, { takes }) {
    const answers = Object.fromEntries(transition.state.lent);
    transition.state.lent.clear();
    showAll(transition);
    if (takes) changeAnswers(transition, fittingIn(transition, answers));
  },
  recordsCame,
  ownerAdded: ({ state }, { owner }) => addDraft(state, owner),
  deviceUnread: ({ state }) => void (state.isDeviceRead = false),
  deviceAnew({ state }) {
    state.isWritten = false;
    for (const [key, upload] of state.files) state.files.set(key, { ...upload, isOnDevice: false });
  },
  deviceChanged: ({ state }, { status }) => void (state.device = status),
  written({ state }, { sealed }) {
    state.isWritten = true;
    if (sealed !== undefined && state.device.kind === 'kept') state.drafts.delete(sealed);
  },
  turned(transition, { owner, isWiped }) {
    const { state, effects } = transition;
    if (isWiped) {
      state.drafts.clear();
      state.early.clear();
      state.cleared.clear();
      state.meta = undefined;
      state.isWritten = true;
      showAll(transition);
    }
    const isGone = isWiped || (state.who.is === 'applicant' && state.who.owner !== owner);
    if (isGone && state.who.is === 'applicant') leave(transition, 'elsewhere');
    else if (isLoggedIn(state)) {
      // The same person has logged in again. The account's answers have been deleted here since.
      state.line.mustRead = true;
    } else if (owner !== ANONYMOUS && !isOnlyHere(state)) effects.push({ do: 'reload' });
    addDraft(state, ANONYMOUS);
  },
  /**
   * Only from now on, the anonymous draft accepts stored records again: a read that began before returns deleted ones.
   */
  wiped(transition, event) {
    addDraft(transition.state, ANONYMOUS);
    putMeta(transition, { owner: ANONYMOUS, draftOf: event.draftOf });
  },
  claimed(transition, { owner, username }) {
    const meta = transition.state.meta?.value ?? { owner: ANONYMOUS };
    putMeta(transition, { ...meta, draftOf: owner, signup: username });
  },
  confirmed(transition) {
    const meta = transition.state.meta?.value;
    if (meta?.signup !== undefined) putMeta(transition, { ...meta, signup: undefined });
  },
  /** If another account was logged in here, its answers are no longer shown or sent. */
  admitted(transition, { owner }) {
    const { state } = transition;
    const last = state.meta?.value?.owner ?? ANONYMOUS;
    if (last !== ANONYMOUS && last !== owner) leave(transition, 'expired');
    // An applicant who has just logged in is not led to the login again.
    if (state.who.is !== 'applicant') state.who = { is: 'arriving' };
  },
  serviceOpened: ({ state }) => void (state.who = { is: 'service' }),
  sessionFound({ state }) {
    // Somebody who has left returns with an ended session, and must be told so.
    if (state.who.is === 'visitor' || state.who.is === 'departed') state.who = { is: 'arriving' };
  },
  left: (transition, { how }) => leave(transition, how),
  tabChosen: ({ state }, { tabId, tab }) => void (state.visitorTabs = { ...state.visitorTabs, [tabId]: tab }),
  pageChanged: ({ state }) => void (state.hasChangedPage = true),
  rested: ({ state }) => void (state.typingUntil = Number.NEGATIVE_INFINITY),
};

/** The answers that fill blanks and make no impossible combination. Files and stamps belong to an account. */
function fittingIn({ state, now }: Transition, answers: Answers): Changes {
  const before = answersIn(state);
  const blanks = Object.entries(answers).filter(([key]) => {
    const kind = questionFor(key)?.kind ?? 'stamp';
    return kind !== 'stamp' && kind !== 'file' && isBlank(before[key]);
  });
  const filling = blanks.map(([key, value = EMPTY_ANSWER]) => [key, value] as const);
  return applyChanges(before, Object.fromEntries(filling), now.today);
}

/** Stores changes made on this device. The first change of an account's answer is based on the value before. */
export function changeAnswers(transition: Transition, changes: Changes, precedence?: Precedence): void {
  const { state, effects } = transition;
  const before = answersIn(state);
  for (const [key, value] of Object.entries(changes)) {
    const isKnown = draftOf(state).account.get(key)?.value !== undefined || isUnfinishedKey(key);
    if (ownerOfDraft(state) !== ANONYMOUS && !isKnown)
      put(transition, 'account', key, agreeing(before[key] ?? EMPTY_ANSWER, state.line.version), 'yields');
    put(transition, 'answers', key, value, precedence);
  }
  if (state.hasAskedToPersist || transition.records.size === 0) return;
  state.hasAskedToPersist = true;
  effects.push({ do: 'persist' });
}

function recordsCame(transition: Transition, event: Event<'recordsCame'>): void {
  const { records, from } = event;
  const { state } = transition;
  for (const { stamp } of records.values()) observeStamp(state.stamps, stamp);
  const isFirstReading = from === 'device' && !state.isDeviceRead;
  if (isFirstReading) joinEarly(transition, event);
  const accepted = [...records]
    .filter(([name, record]) => acceptRecord(state, name, record))
    .map(([name]) => name);
  // The tab that sent it may crash before it is written.
  if (from === 'tab' && accepted.some((name) => records.get(name)?.value !== undefined))
    state.isWritten = false;
  const answers = nameOf('answers', ownerOfDraft(state), '');
  for (const name of accepted) {
    state.early.delete(name);
    if (name.startsWith(answers)) show(transition, name.slice(answers.length));
  }
  if (from === 'device') state.isDeviceRead = true;
}
