// The save status for an applicant with an account, for screen readers too.
import type { State, Now } from '../model.ts';
import { isChoice } from '../calls.ts';
import { conflictsIn, pendingKeys, refusalsIn, waitingCalls, waitingFiles } from '../select.ts';
import { isOnDevice, NOT_KEPT, ON_DEVICE, SAVING, type SaveStatus, type StatusOf } from '../status.ts';
import { callsTriedAgainAt } from './sending.ts';
import { areFilesOffline } from './upload-view.ts';

export const accountStatusOf: StatusOf = (state, now) => {
  const { device, savedAt } = state;
  const isRested = isOnDevice(state, now);
  const [conflicts, refused] = [conflictsIn(state).length, refusalsIn(state).size];
  if (conflicts > 0) return { text: `${needs(conflicts)} you: choose which to keep`, tone: 'error' };
  if (refused > 0) return { text: `${needs(refused)} you: not sent to your account`, tone: 'error' };
  const isOffline = state.line.trouble === 'offline' && !state.line.isSending;
  const isWaiting = pendingKeys(state).length > 0 || waitingCalls(state).length > 0;
  if (!isWaiting && waitingFiles(state) === 0) {
    if (isOffline) return { text: 'Offline: nothing is waiting.', tone: 'warning' };
    if (savedAt !== undefined) return savedToAccount(savedAt);
    return device.kind === 'kept' && isRested
      ? { text: ON_DEVICE, tone: 'success' }
      : { text: '', tone: 'quiet' };
  }
  const kept =
    device.kind === 'memory-only' ? ` ${NOT_KEPT[device.reason]}` : isRested ? ` ${ON_DEVICE}.` : '';
  return waitingStatus(state, now, isRested, kept);
};

/** Answers that wait to be sent, without those that wait for the applicant. */
function waitingAnswers(state: State): number {
  return pendingKeys(state).length - refusalsIn(state).size - conflictsIn(state).length;
}

function waitingStatus(state: State, now: Now, isRested: boolean, kept: string): SaveStatus {
  const { line } = state;
  const what = waitingText(state);
  if (line.trouble !== undefined && !line.isSending) {
    if (line.trouble === 'offline') return { text: `Offline: ${what} waiting.${kept}`, tone: 'warning' };
    const waits = `${what} waiting.${kept}`;
    return {
      text: `Trying again in ${secondsUntil(line.notBefore, now)} s: ${waits}`,
      spoken: `Trying again soon: ${waits}`,
      tone: 'warning',
    };
  }
  const laterAt = callsTriedAgainAt(state);
  const isOnlyLater = laterAt > now.elapsed && laterAt < Number.POSITIVE_INFINITY;
  const isRestSaved = waitingFiles(state) === 0 && waitingAnswers(state) === 0 && isRested;
  if (isOnlyLater && isRestSaved && !line.isSending) {
    return {
      text: `Answers saved to your account. Trying again in ${secondsUntil(laterAt, now)} s: ${what} waiting.`,
      spoken: `Answers saved to your account. Trying again soon: ${what} waiting.`,
      tone: 'warning',
    };
  }
  return onTheWay(state, isRestSaved, isRested, `Offline: ${what} waiting.${kept}`);
}

function onTheWay(state: State, isRestSaved: boolean, isRested: boolean, offline: string): SaveStatus {
  const { device, savedAt } = state;
  // Of the page that the applicant is on, they need not hear.
  if (isRestSaved && !waitingCalls(state).some(({ operation }) => isChoice(operation)))
    return savedAt === undefined ? { text: '', tone: 'quiet' } : savedToAccount(savedAt);
  if (areFilesOffline(state)) return { text: offline, tone: 'warning' };
  return device.kind === 'kept' && isRested
    ? { text: `${ON_DEVICE}. Sending …`, tone: 'quiet' }
    : { text: SAVING, tone: 'quiet' };
}

function savedToAccount(at: number): SaveStatus {
  return { text: `Saved to your account at ${timeOf(at)}`, tone: 'success' };
}

function waitingText(state: State): string {
  const [answers, files] = [waitingAnswers(state), waitingFiles(state)];
  const parts = [
    ...(answers > 0 ? [count(answers, 'answer')] : []),
    ...(files > 0 ? [count(files, 'file')] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'a change';
}

function needs(answers: number): string {
  return `${count(answers, 'answer')} ${answers === 1 ? 'needs' : 'need'}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function secondsUntil(at: number, { elapsed }: Now): number {
  return Math.max(1, Math.ceil((at - elapsed) / 1000));
}

/** Cached: creating a formatter is slow, and the line is computed at each letter. */
let timeFormat: Intl.DateTimeFormat | undefined;

function timeOf(at: number): string {
  timeFormat ??= new Intl.DateTimeFormat([], { hour: 'numeric', minute: '2-digit' });
  return timeFormat.format(at);
}
