import { isChoice } from './records.ts';
import { NOT_KEPT, ON_DEVICE, SAVING, type SaveFacts, type SaveStatus } from './save-status.ts';

/** The status line for an applicant with an account, for screen readers too. */
export function accountStatusOf(facts: SaveFacts): SaveStatus {
  const { device, standing, isWaiting, waitingFiles, refused, conflicts, savedAt, isOnDevice } = facts;
  if (conflicts > 0) {
    return { text: `${needs(conflicts)} you: choose which to keep`, tone: 'error' };
  }
  if (refused > 0) return { text: `${needs(refused)} you: not sent to your account`, tone: 'error' };
  if (!isWaiting && waitingFiles === 0) {
    if (standing.kind === 'offline') return { text: 'Offline: nothing is waiting.', tone: 'warning' };
    if (savedAt !== undefined) return savedToAccount(savedAt);
    return device.kind === 'kept' && isOnDevice
      ? { text: ON_DEVICE, tone: 'success' }
      : { text: '', tone: 'quiet' };
  }
  const kept =
    device.kind === 'memory-only' ? ` ${NOT_KEPT[device.reason]}` : isOnDevice ? ` ${ON_DEVICE}.` : '';
  const line = lineOf(facts);
  switch (standing.kind) {
    case 'offline':
      return { text: `Offline: ${line} waiting.${kept}`, tone: 'warning' };
    case 'retrying': {
      const waits = `${line} waiting.${kept}`;
      return {
        text: `Trying again in ${secondsUntil(standing.at, facts.elapsed)} s: ${waits}`,
        spoken: `Trying again soon: ${waits}`,
        tone: 'warning',
      };
    }
    case 'held':
      return { text: `Log in again: ${line} waiting.${kept}`, tone: 'warning' };
    case 'idle':
      if (standing.laterAt !== undefined && waitingFiles === 0 && facts.waitingAnswers === 0 && isOnDevice) {
        return {
          text: `Answers saved to your account. Trying again in ${secondsUntil(standing.laterAt, facts.elapsed)} s: ${line} waiting.`,
          spoken: `Answers saved to your account. Trying again soon: ${line} waiting.`,
          tone: 'warning',
        };
      }
      return onTheWay(facts, line, kept);
    case 'sending':
      return onTheWay(facts, line, kept);
    default:
      return standing satisfies never;
  }
}

function savedToAccount(at: number): SaveStatus {
  return { text: `Saved to your account at ${timeOf(at)}`, tone: 'success' };
}

function onTheWay(facts: SaveFacts, line: string, kept: string): SaveStatus {
  const { areFilesOffline, device, isOnDevice, savedAt, waitingAnswers, waitingCalls, waitingFiles } = facts;
  // Of the page that the applicant is on, they need not hear.
  if (
    isOnDevice &&
    waitingAnswers === 0 &&
    waitingFiles === 0 &&
    !waitingCalls.some(({ operation }) => isChoice(operation))
  )
    return savedAt === undefined ? { text: '', tone: 'quiet' } : savedToAccount(savedAt);
  if (areFilesOffline) return { text: `Offline: ${line} waiting.${kept}`, tone: 'warning' };
  return device.kind === 'kept' && isOnDevice
    ? { text: `${ON_DEVICE}. Sending …`, tone: 'quiet' }
    : { text: SAVING, tone: 'quiet' };
}

function lineOf({ waitingAnswers, waitingFiles }: SaveFacts): string {
  const parts = [
    ...(waitingAnswers > 0 ? [count(waitingAnswers, 'answer')] : []),
    ...(waitingFiles > 0 ? [count(waitingFiles, 'file')] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'a change';
}

function needs(answers: number): string {
  return `${count(answers, 'answer')} ${answers === 1 ? 'needs' : 'need'}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function secondsUntil(at: number, elapsed: number): number {
  return Math.max(1, Math.ceil((at - elapsed) / 1000));
}

/** Cached: creating a formatter is slow, and the line is computed at each letter. */
let timeFormat: Intl.DateTimeFormat | undefined;

function timeOf(at: number): string {
  timeFormat ??= new Intl.DateTimeFormat([], { hour: 'numeric', minute: '2-digit' });
  return timeFormat.format(at);
}
