// What an account's events change. Pure, like `../step.ts`, and loaded with an account.
import { applyChanges } from '#form/apply-changes.ts';
import type { Event, Reading, Run } from '../events.ts';
import { idleSending } from '../new-state.ts';
import type { Owner } from '../model.ts';
import { ANONYMOUS } from '../record-names.ts';
import { addDraft, draftOf, ownerOfDraft, put, putMeta, showAll } from '../records.ts';
import { chosenIn } from '../draft.ts';
import { ACCOUNT, answersIn, webStatusIn } from '../select.ts';
import { changeAnswers, type AccountSteps } from '../step.ts';
import { adopt, mergeReading } from './merging.ts';
import { active, activeElsewhere, beginPresence, watch } from './presence.ts';
import { putCall, reachStatus, visited, withCalls } from './profile.ts';
import { hasWork, sendableAnswers, sendingSteps } from './sending.ts';
import { NEVER } from '#retry.ts';
import { uploadSteps } from './upload-step.ts';
import { anonymousAnswers } from './select.ts';

/** Sends after a pause in typing of this length. */
const SEND_AFTER_MS = 1000;
/** Sends after this even if typing continues. */
const SEND_AFTER_MAX_MS = 10_000;

export const accountSteps: AccountSteps = {
  steps: {
    ...sendingSteps,
    ...uploadSteps,
    loggedIn,
    resumed(run, { is }) {
      const { state } = run;
      const meta = state.meta?.value;
      if (meta === undefined || meta.owner === ANONYMOUS || meta.profile === undefined) return;
      state.who = { is: 'applicant', owner: meta.owner };
      begin(run);
      state.sending.isStale = true;
      const { elapsed } = run.now;
      state.troubles.set(ACCOUNT, { is, chance: 0, failures: 1, notBefore: elapsed });
    },
    profileRead(run, { reading }) {
      const { owner, profile } = reading;
      const { draftOf: madeFor } = run.state.meta?.value ?? {};
      putMeta(run, { owner, profile: withCalls(run.state, profile), draftOf: madeFor });
      mergeReading(run, noteRead(run, reading));
    },
    called(run, { operation }) {
      if (run.state.who.is === 'applicant') putCall(run, operation);
    },
    statusReached: (run, { status }) => reachStatus(run, status),
    visited,
    sendAsked(run, { readsIfOlderThanMs = NEVER }) {
      const { sending } = run.state;
      if (run.now.elapsed - sending.readAt > readsIfOlderThanMs) sending.isStale = true;
      hasten(run);
    },
    chosen,
    /** Takes the anonymous draft that was made for another account, or leaves it for its owner. */
    draftDecided(run, { takes }) {
      run.state.asksAboutDraft = false;
      if (!takes) return;
      meetDraft(run, undefined);
      hasten(run);
    },
    ticked: (run) => void watch(run),
    active,
    activeElsewhere,
  },
  followUp,
};

/** Called after every step, also a visitor's: finds what the account does not have yet. */
function followUp(run: Run, event: Event): void {
  const { state, now, records } = run;
  const { sending, troubles } = state;
  if (state.who.is !== 'applicant') return;
  if (sending.isUnderWay) return;
  if (!hasWork(state, now.elapsed)) {
    // Stops retrying when nothing is left to send, as after another tab has sent it.
    troubles.delete(ACCOUNT);
    sending.waitsSince = undefined;
    return;
  }
  const isChanged = records.size > 0 || (event.type === 'recordsCame' && event.records.size > 0);
  if (troubles.has(ACCOUNT) || !isChanged) return;
  sending.waitsSince ??= now.elapsed;
  const rest = sendableAnswers(state).length > 0 ? SEND_AFTER_MS : 0;
  const latest = Math.max(0, sending.waitsSince + SEND_AFTER_MAX_MS - now.elapsed);
  // Other tabs wait longer, so that the tab with the change sends it.
  const isTypedHere = event.type === 'typed' || event.type === 'filled';
  sending.notBefore = now.elapsed + Math.min(rest, latest) + (isTypedHere ? 0 : SEND_AFTER_MS);
}

/** Merges the account's answers, its unsent answers on this device and the anonymous draft. */
function loggedIn(run: Run, { reading }: Event<'loggedIn'>): void {
  const { state } = run;
  const { owner, profile } = reading;
  const madeFor = state.meta?.value?.draftOf;
  state.who = { is: 'applicant', owner };
  addDraft(state, owner);
  putMeta(run, { owner, profile: withCalls(state, profile), draftOf: madeFor });
  begin(run);
  mergeReading(run, noteRead(run, reading));
  meetDraft(run, madeFor);
  for (const [tab_id, chosen_tab] of Object.entries(state.visitorTabs))
    putCall(run, { kind: 'tabs', tab_id, chosen_tab });
}

/** Takes the anonymous draft into the account. If it was made for another one, the applicant is asked first. */
function meetDraft(run: Run, madeFor: Owner | undefined): void {
  const { state } = run;
  const owner = ownerOfDraft(state);
  const anonymous = anonymousAnswers(state);
  const isForeign = anonymous.size > 0 && madeFor !== undefined && madeFor !== owner;
  putMeta(run, { ...(state.meta?.value ?? { owner }), draftOf: isForeign ? madeFor : undefined });
  if (!isForeign) adopt(run, anonymous);
  state.asksAboutDraft = isForeign;
}

/** The account has been read. */
function noteRead({ state, now, effects }: Run, reading: Reading): Reading {
  const { sending } = state;
  sending.isStale = false;
  sending.readAt = now.elapsed;
  // The server refuses its own present version: something on the way changes versions, so none of them can be used.
  const { version } = reading;
  if (sending.refusedVersions.filter((one) => one === version).length < 2) return reading;
  effects.push({ do: 'reportVersions' });
  return { ...reading, version: undefined };
}

function begin(run: Run): void {
  const { state } = run;
  state.sending = idleSending();
  state.troubles.clear();
  state.cleared.clear();
  // Makes refused answers sendable again, unless the refusal is lasting.
  for (const [key, { value }] of draftOf(state).answers)
    if (value?.refused?.isLasting === false)
      put(run, 'answers', key, { ...value, refused: undefined }, 'yields');
  beginPresence(run);
  if (webStatusIn(state) === null) reachStatus(run, 'started');
  run.effects.push({ do: 'findFiles' });
  showAll(run);
}

/** Sends everything now. Only a wait that the server asked for stays. */
function hasten({ state, now }: Run): void {
  const { sending, troubles } = state;
  sending.notBefore = now.elapsed;
  for (const [callKey, trouble] of troubles)
    if (trouble.retryAfterMs === undefined && trouble.notBefore !== NEVER)
      troubles.set(callKey, { ...trouble, notBefore: now.elapsed });
}

/** Resolves conflicts as the applicant chose. Clears answers that become impossible. */
function chosen(run: Run, { values }: Event<'chosen'>): void {
  const { state, now } = run;
  for (const [key, value] of Object.entries(values)) {
    put(run, 'answers', key, chosenIn(draftOf(state), key, value));
  }
  changeAnswers(run, applyChanges(answersIn(state), values, now.today));
  hasten(run);
}
