// What an event changes. Pure: no page, no network, no clock, no device.
import type { Changes } from '#form/change.ts';
import { EMPTY_ANSWER, isBlank, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { isDescKey } from '#form/keys.ts';
import { applyChanges } from '#form/apply-changes.ts';
import { changeByHand } from '#form/put-back.ts';
import { observeStamp } from '#device/stamp.ts';
import { joinEarly } from './early.ts';
import type { AccountEvents, Effect, Event, Events, Steps, Run, VisitorEvents } from './events.ts';
import { leave } from './leave.ts';
import type { Now, State } from './model.ts';
import { ANONYMOUS, nameOf } from './record-names.ts';
import {
  addDraft,
  ownerOfDraft,
  putAnswer,
  putMeta,
  show,
  showAll,
  moveOldAnswers,
  acceptRecord,
  type Precedence,
} from './records.ts';
import { answersIn, isLoggedIn, isOnlyHere } from './select.ts';

/** A pause in typing of this length ends a burst. */
const PAUSE_MS = 400;

/** What an account's events change. Loaded with an account. */
export interface AccountSteps {
  readonly steps: Steps<keyof AccountEvents>;
  /** Called after every step. */
  readonly followUp: (run: Run, event: Event) => void;
}

/**
 * Changes the state for an event.
 *
 * @param account `undefined` until the code for accounts is loaded; nobody can be logged in before that
 * @returns what is to be done, in this order
 */
export function step(state: State, event: Event, now: Now, account?: AccountSteps): readonly Effect[] {
  const run: Run = { state, now, effects: [], records: new Map(), shown: new Set() };
  if (isOfVisitor(event)) apply(run, event, visitorSteps);
  else if (account !== undefined) apply(run, event, account.steps);
  account?.followUp(run, event);
  const { records, shown, effects } = run;
  if (records.size > 0) state.isWritten = false;
  return [
    ...(records.size > 0 ? [{ do: 'write', records } as const] : []),
    ...(shown.size > 0 ? [{ do: 'show', keys: shown } as const] : []),
    ...effects,
  ];
}

function isOfVisitor(event: Event): event is Event<keyof VisitorEvents> {
  return event.type in visitorSteps;
}

function apply<Type extends keyof Events>(run: Run, event: Event<Type>, steps: Steps<Type>): void {
  steps[event.type](run, event);
}

const visitorSteps: Steps<keyof VisitorEvents> = {
  /** A value that the browser restored yields to a draft not read yet. */
  typed(run, { key, value, isRestored }) {
    const { state, now } = run;
    const changes = changeByHand(answersIn(state), key, value, state.cleared, now.today);
    // Answers that a link shows were not entered here, so they are not put back.
    for (const shown of state.lent.keys()) state.cleared.delete(shown);
    changeAnswers(run, changes, isRestored && !state.isDeviceRead ? 'yields' : 'wins');
    if (Object.keys(changes).length > 0) state.typingUntil = now.elapsed + PAUSE_MS;
  },
  filled(run, { changes }) {
    // Copies of other releases also hold labels. Here, a label follows from its answer.
    const own = Object.fromEntries(Object.entries(changes).filter(([key]) => !isDescKey(key)));
    changeAnswers(run, applyChanges(answersIn(run.state), own, run.now.today));
  },
  /** Shows the answers of a link where a visitor has none. An applicant is only asked whether to take them. */
  lent(run, { answers }) {
    const { lent } = run.state;
    lent.clear();
    // Otherwise answers of the same link that are already shown would count as the visitor's own.
    showAll(run);
    for (const [key, value] of Object.entries(fittingIn(run, answers))) {
      if (isBlank(value)) continue;
      lent.set(key, value);
      show(run, key);
    }
  },
  lentDecided(run, { takes }) {
    const answers = Object.fromEntries(run.state.lent);
    run.state.lent.clear();
    showAll(run);
    if (takes) changeAnswers(run, fittingIn(run, answers));
  },
  recordsCame,
  ownerAdded: ({ state }, { owner }) => addDraft(state, owner),
  deviceAnew({ state }) {
    state.isWritten = false;
    for (const [key, upload] of state.files) state.files.set(key, { ...upload, isOnDevice: false });
  },
  deviceChanged: ({ state }, { status }) => void (state.device = status),
  written({ state }, { sealed }) {
    state.isWritten = true;
    if (sealed !== undefined && state.device.kind === 'kept') state.drafts.delete(sealed);
  },
  turned(run, { owner, isWiped }) {
    const { state, effects } = run;
    if (isWiped) {
      state.drafts.clear();
      state.early.clear();
      state.cleared.clear();
      state.meta = undefined;
      state.isWritten = true;
      showAll(run);
    }
    const isGone = isWiped || (state.who.is === 'applicant' && state.who.owner !== owner);
    if (isGone && state.who.is === 'applicant') leave(run, 'elsewhere');
    else if (isLoggedIn(state)) {
      // The same person has logged in again. The account's answers have been deleted here since.
      state.sending.isStale = true;
    } else if (owner !== ANONYMOUS && !isOnlyHere(state)) effects.push({ do: 'reload' });
    addDraft(state, ANONYMOUS);
  },
  /**
   * Only from now on, the anonymous draft accepts stored records again: a read that began before returns deleted ones.
   */
  wiped(run, event) {
    addDraft(run.state, ANONYMOUS);
    putMeta(run, { owner: ANONYMOUS, draftOf: event.draftOf });
  },
  claimed(run, { owner, username }) {
    const meta = run.state.meta?.value ?? { owner: ANONYMOUS };
    putMeta(run, { ...meta, draftOf: owner, signup: username });
  },
  confirmed(run) {
    const meta = run.state.meta?.value;
    if (meta?.signup !== undefined) putMeta(run, { ...meta, signup: undefined });
  },
  /** If another account was logged in here, its answers are no longer shown or sent. */
  admitted(run, { owner }) {
    const { state } = run;
    const last = state.meta?.value?.owner ?? ANONYMOUS;
    if (last !== ANONYMOUS && last !== owner) leave(run, 'expired');
    // An applicant who has just logged in is not led to the login again.
    if (state.who.is !== 'applicant') state.who = { is: 'arriving' };
  },
  serviceOpened: ({ state }) => void (state.who = { is: 'service' }),
  sessionFound({ state }) {
    // Somebody who has left returns with an ended session, and must be told so.
    if (state.who.is === 'visitor' || state.who.is === 'departed') state.who = { is: 'arriving' };
  },
  left: (run, { how }) => leave(run, how),
  tabChosen: ({ state }, { tabId, tab }) => void (state.visitorTabs = { ...state.visitorTabs, [tabId]: tab }),
  pageChanged: ({ state }) => void (state.hasChangedPage = true),
  rested: ({ state }) => void (state.typingUntil = Number.NEGATIVE_INFINITY),
};

/** The answers that fill blanks and make no impossible combination. Files and stamps belong to an account. */
function fittingIn({ state, now }: Run, answers: Answers): Changes {
  const before = answersIn(state);
  const blanks = Object.entries(answers).filter(([key]) => {
    const kind = questionFor(key)?.kind ?? 'stamp';
    return kind !== 'stamp' && kind !== 'file' && isBlank(before[key]);
  });
  const filling = blanks.map(([key, value = EMPTY_ANSWER]) => [key, value] as const);
  return applyChanges(before, Object.fromEntries(filling), now.today);
}

/** Stores changes made on this device. */
export function changeAnswers(run: Run, changes: Changes, precedence?: Precedence): void {
  const { state, effects } = run;
  for (const [key, value] of Object.entries(changes)) putAnswer(run, key, value, precedence);
  if (state.hasAskedToPersist || run.records.size === 0) return;
  state.hasAskedToPersist = true;
  effects.push({ do: 'persist' });
}

function recordsCame(run: Run, event: Event<'recordsCame'>): void {
  const { records, from } = event;
  const { state } = run;
  for (const { stamp } of records.values()) observeStamp(state.stamps, stamp);
  const isFirstReading = from === 'device' && !state.isDeviceRead;
  if (isFirstReading) joinEarly(run, event);
  const accepted = [...records]
    .filter(([name, record]) => acceptRecord(run, name, record))
    .map(([name]) => name);
  // The tab that sent it may crash before it is written.
  if (from === 'tab' && accepted.some((name) => records.get(name)?.value !== undefined))
    state.isWritten = false;
  moveOldAnswers(run);
  const answers = nameOf('answers', ownerOfDraft(state), '');
  for (const name of accepted) {
    state.early.delete(name);
    if (name.startsWith(answers)) show(run, name.slice(answers.length));
  }
  if (from === 'device') state.isDeviceRead = true;
}
