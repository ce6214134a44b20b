// What follows from an event. Pure: no page, no network, no clock, no device.
import { applyChange, setterOf, type Changes } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { isDescKey, isUnfinishedKey, UNFINISHED_SUFFIX } from '#form/keys.ts';
import { applyChanges } from '#form/apply-changes.ts';
import { newStamps, nextStamp, observeStamp } from '#device/stamp.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { joinedText } from './joined-text.ts';
import { idleLine } from './idle-line.ts';
import { leave } from './leave.ts';
import { lend, endLent } from './lend.ts';
import { agreeing } from './merge.ts';
import type { AccountEvent, Effect, Event, Now, Owner, State, VisitorEvent } from './model.ts';
import { ANONYMOUS, META, nameOf, newDraft, recordAt, takeRecord } from './records.ts';
import { answersIn, copyOf, isLoggedIn } from './select.ts';
import {
  beginTurn,
  draftOf,
  effectsOf,
  ownerOfDraft,
  putAnswer,
  putCopy,
  putMeta,
  show,
  showAll,
  type Turn,
} from './turn.ts';

/** A pause in typing of this length ends a burst. */
const PAUSE_MS = 400;

/** What follows from the events of an account. Loaded with an account. */
export interface AccountSteps {
  readonly step: (turn: Turn, event: AccountEvent) => void;
  /** Called after every step. */
  readonly followUp: (turn: Turn, event: Event) => void;
}

/** @param tab identifies this tab; random unless given */
export function newState(tab?: string): State {
  return {
    stamps: newStamps(tab),
    who: { is: 'visitor' },
    hasChangedPage: false,
    drafts: new Map([[ANONYMOUS, newDraft()]]),
    meta: undefined,
    device: { kind: 'opening' },
    isDeviceRead: false,
    isWritten: true,
    early: new Set(),
    restored: new Set(),
    hasAskedToPersist: false,
    typingUntil: Number.NEGATIVE_INFINITY,
    visitorTabs: {},
    lent: new Map(),
    asksAboutDraft: false,
    line: idleLine(),
    troubles: new Map(),
    files: new Map(),
    presence: undefined,
    savedAt: undefined,
    wasWaiting: false,
    version: 0,
  };
}

/**
 * Changes the state as the event demands.
 *
 * @param account `undefined` until the code for accounts is loaded; nobody can be logged in before that
 * @returns what is to be done, in this order
 */
export function step(state: State, event: Event, now: Now, account?: AccountSteps): readonly Effect[] {
  const turn = beginTurn(state, now);
  stepOf(turn, event, account);
  account?.followUp(turn, event);
  return effectsOf(turn);
}

function stepOf(turn: Turn, event: Event, account: AccountSteps | undefined): void {
  const { state, now } = turn;
  switch (event.type) {
    case 'typed':
      typed(turn, event);
      return;
    case 'filled':
      changeAnswers(turn, applyChanges(answersIn(state), withoutLabels(event.changes), now.today));
      return;
    case 'lent':
      lend(turn, event.answers);
      return;
    case 'lentDecided':
      decideLent(turn, event.takes);
      return;
    case 'recordsCame':
      recordsCame(turn, event);
      return;
    case 'ownerAdded':
      draftOf(state, event.owner);
      return;
    case 'deviceUnread':
      state.isDeviceRead = false;
      return;
    case 'deviceChanged':
      state.device = event.status;
      return;
    case 'written':
      state.isWritten = true;
      return;
    case 'wipedElsewhere':
      wipedElsewhere(turn);
      return;
    case 'wiped':
      putMeta(turn, { owner: ANONYMOUS, draftOf: event.draftOf });
      return;
    case 'ownerForgotten':
      state.drafts.delete(event.owner);
      return;
    case 'claimed':
      putMeta(turn, { ...(state.meta?.value ?? { owner: ANONYMOUS }), draftOf: event.owner });
      return;
    case 'admitted':
      admitted(turn, event.owner);
      return;
    case 'serviceOpened':
      state.who = { is: 'service' };
      return;
    case 'sessionFound':
      if (state.who.is === 'visitor') state.who = { is: 'arriving' };
      return;
    case 'left':
      leave(turn, event.how);
      return;
    case 'tabChosen':
      state.visitorTabs = { ...state.visitorTabs, [event.tabId]: event.tab };
      return;
    case 'pageChanged':
      state.hasChangedPage = true;
      return;
    case 'rested':
      state.typingUntil = Number.NEGATIVE_INFINITY;
      return;
    case 'ticked':
      return;
    default:
      account?.step(turn, event);
  }
}

function typed(turn: Turn, { key, value, isRestored }: Extract<VisitorEvent, { type: 'typed' }>): void {
  const { state, now } = turn;
  const changes = applyChange(answersIn(state), key, value);
  for (const changed of Object.keys(changes))
    if (isRestored) state.restored.add(changed);
    else state.restored.delete(changed);
  changeAnswers(turn, changes);
  if (Object.keys(changes).length > 0) state.typingUntil = now.elapsed + PAUSE_MS;
}

/** Copies of other releases also hold labels. Here, a label follows from its answer. */
function withoutLabels(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !isDescKey(key)));
}

/**
 * Stores changes made on this device. The first change of an answer of an account is based on what stood there before.
 * A value that the browser restored yields to a draft not read yet.
 */
export function changeAnswers(turn: Turn, changes: Changes): void {
  const { state, effects } = turn;
  const before = answersIn(state);
  for (const [key, value] of Object.entries(changes)) {
    const isKnown = copyOf(state, key) !== undefined || isUnfinishedKey(key);
    if (ownerOfDraft(state) !== ANONYMOUS && !isKnown)
      putCopy(turn, key, agreeing(before[key] ?? EMPTY_ANSWER, state.line.revision));
    putAnswer(turn, key, value, !state.isDeviceRead && state.restored.has(key) ? 'yields' : 'wins');
  }
  if (state.hasAskedToPersist || turn.records.size === 0) return;
  state.hasAskedToPersist = true;
  effects.push({ do: 'persist' });
}

function recordsCame(
  turn: Turn,
  { records, from, refocusedKey }: Extract<VisitorEvent, { type: 'recordsCame' }>,
): void {
  const { state, effects } = turn;
  for (const { stamp } of records.values()) observeStamp(state.stamps, stamp);
  const isFirstReading = from === 'device' && !state.isDeviceRead;
  if (isFirstReading) joinEarly(turn, records, refocusedKey);
  const before = state.meta?.value?.owner;
  const taken = [...records]
    .filter(([name, record]) => takeRecord(state, name, record))
    .map(([name]) => name);
  const answers = nameOf('answer', ownerOfDraft(state), '');
  for (const name of taken) {
    state.early.delete(name);
    if (name.startsWith(answers)) show(turn, name.slice(answers.length));
  }
  if (from === 'device') state.isDeviceRead = true;
  const owner = state.meta?.value?.owner ?? ANONYMOUS;
  if (isFirstReading || !taken.includes(META) || owner === (before ?? ANONYMOUS)) return;
  if (state.who.is === 'applicant' && owner !== state.who.owner) leave(turn, 'elsewhere');
  else if (!isLoggedIn(state) && owner !== ANONYMOUS) effects.push({ do: 'reload' });
}

/**
 * Joins a draft that is read only now with what was entered before. An entry replaces the stored answer and
 * clears those that it hides; in a field that a reload has blanked, it continues the stored text. A date begun
 * replaces a whole one. All that was entered before gets later stamps than what is stored.
 */
function joinEarly(
  turn: Turn,
  stored: ReadonlyMap<string, DeviceRecord>,
  refocusedKey: string | undefined,
): void {
  const { state, now, records } = turn;
  const prefix = nameOf('answer', ownerOfDraft(state), '');
  const before: Record<string, string> = {};
  const next: Record<string, string> = {};
  const set = setterOf(before, next);
  for (const [name, { value }] of stored)
    if (name.startsWith(prefix) && typeof value === 'string') before[name.slice(prefix.length)] = value;
  const answers = answersIn(state);
  for (const [entered, value = EMPTY_ANSWER] of Object.entries(answers)) {
    const key = questionFor(entered.replace(UNFINISHED_SUFFIX, ''))?.key;
    const isBlankAgain = key !== entered && value === EMPTY_ANSWER;
    if (key === undefined || isBlankAgain || !state.early.has(prefix + entered)) continue;
    const own = answers[key] ?? EMPTY_ANSWER;
    const joined = key === refocusedKey ? joinedText(key, before[key] ?? EMPTY_ANSWER, own) : own;
    set(key, joined);
    next[key] = joined;
  }
  for (const [key, value] of Object.entries(next)) putAnswer(turn, key, value);
  for (const name of state.early) {
    const record = recordAt(state, name);
    if (record === undefined) continue;
    const later = { ...record, stamp: nextStamp(state.stamps, now.wall) };
    takeRecord(state, name, later);
    records.set(name, later);
  }
  state.early.clear();
}

/** The server has accepted a login. If another account was logged in here, its answers are no longer shown or sent. */
function admitted(turn: Turn, owner: Owner): void {
  const { state } = turn;
  const last = state.meta?.value?.owner ?? ANONYMOUS;
  if (last !== ANONYMOUS && last !== owner) leave(turn, 'expired', { isQuiet: true });
  if (state.who.is !== 'applicant') state.who = { is: 'arriving' };
}

function decideLent(turn: Turn, takes: boolean): void {
  const changes = endLent(turn);
  if (takes) changeAnswers(turn, changes);
}

function wipedElsewhere(turn: Turn): void {
  const { state } = turn;
  const wasApplicant = state.who.is === 'applicant';
  state.drafts.clear();
  state.early.clear();
  state.meta = undefined;
  if (wasApplicant) leave(turn, 'elsewhere');
  showAll(turn);
}
