import type { DeviceStatus } from '#device/device.ts';
import type { Standing } from './outbox.ts';

/** Where things stand, in words that are never ahead of the facts. */
export interface SaveStatus {
  readonly text: string;
  /** What a screen reader says instead, where the text counts seconds. */
  readonly spoken?: string;
  readonly tone: 'quiet' | 'success' | 'warning' | 'error';
}

export interface SaveFacts {
  readonly device: DeviceStatus;
  /** Whether everything typed rests on the device. */
  readonly isOnDevice: boolean;
  readonly hasAnswers: boolean;
  readonly isLoggedIn: boolean;
  readonly standing: Standing;
  /** Answers that have yet to reach the account, a chosen option's label not counted beside its answer. */
  readonly waitingAnswers: number;
  readonly waitingFiles: number;
  /** Whether the last try to send a file got no answer. */
  readonly areFilesOffline: boolean;
  /** Whether anything at all waits, calls and labels included. */
  readonly isWaiting: boolean;
  readonly refused: number;
  readonly conflicts: number;
  /** When the account was last known to have everything; milliseconds since 1970. */
  readonly savedAt: number | undefined;
  /** By the clock's `elapsed`. */
  readonly elapsed: number;
}

const ON_DEVICE = 'Saved on this device';
const SAVING = 'Saving …';
const NOT_KEPT = {
  blocked: 'Not saved on this device: its storage is blocked.',
  full: 'Not saved on this device: there is no room left.',
  newer:
    'Not saved on this device: a newer version of this page has been used here. Please load the page again.',
  'shared-computer': 'Not saved on this device, because it is a shared computer.',
} as const;

/** The one line that the page shows; for screen readers too. */
export function saveStatusOf(facts: SaveFacts): SaveStatus {
  const { device, isOnDevice, hasAnswers, isLoggedIn } = facts;
  if (isLoggedIn) return accountStatusOf(facts);
  if (device.kind === 'memory-only') {
    return { text: `${NOT_KEPT[device.reason]} Create an account to keep your answers.`, tone: 'warning' };
  }
  if (!hasAnswers) return { text: '', tone: 'quiet' };
  if (device.kind === 'opening' || !isOnDevice) return { text: SAVING, tone: 'quiet' };
  return { text: ON_DEVICE, tone: 'success' };
}

function accountStatusOf(facts: SaveFacts): SaveStatus {
  const { device, standing, isWaiting, waitingFiles, refused, conflicts, savedAt, isOnDevice } = facts;
  if (conflicts > 0) {
    return { text: `${needs(conflicts)} you: choose which to keep`, tone: 'error' };
  }
  if (refused > 0) return { text: `${needs(refused)} you: not sent to your account`, tone: 'error' };
  if (!isWaiting && waitingFiles === 0) {
    if (standing.kind === 'offline') return { text: 'Offline: nothing is waiting.', tone: 'warning' };
    if (savedAt !== undefined)
      return { text: `Saved to your account at ${timeOf(savedAt)}`, tone: 'success' };
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
    case 'sending':
      if (facts.areFilesOffline) return { text: `Offline: ${line} waiting.${kept}`, tone: 'warning' };
      return device.kind === 'kept' && isOnDevice
        ? { text: `${ON_DEVICE}. Sending …`, tone: 'quiet' }
        : { text: SAVING, tone: 'quiet' };
    default:
      return standing satisfies never;
  }
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

/** Making one takes longer than all else that is said here; and it is said at each letter. */
let timeFormat: Intl.DateTimeFormat | undefined;

function timeOf(at: number): string {
  timeFormat ??= new Intl.DateTimeFormat([], { hour: 'numeric', minute: '2-digit' });
  return timeFormat.format(at);
}
