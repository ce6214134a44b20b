import type { DeviceStatus } from '#device/device.ts';
import type { Standing } from './outbox.ts';

/** Where things stand, in words that are never ahead of the facts. */
export interface SaveStatus {
  readonly text: string;
  readonly tone: 'quiet' | 'success' | 'warning' | 'error';
}

export interface SaveFacts {
  readonly device: DeviceStatus;
  /** Whether everything typed rests on the device. */
  readonly isOnDevice: boolean;
  readonly hasAnswers: boolean;
  readonly isLoggedIn: boolean;
  readonly standing: Standing;
  readonly waiting: number;
  readonly waitingAnswers: number;
  readonly refused: number;
  readonly conflicts: number;
  readonly savedAt: number | undefined;
  readonly now: number;
}

const NOT_KEPT = {
  blocked: 'Not saved on this device: its storage is blocked.',
  full: 'Not saved on this device: there is no room left.',
  'shared-computer': 'Nothing is kept on this shared computer.',
} as const;

/** The one line that the page shows; for screen readers too. */
export function saveStatusOf(facts: SaveFacts): SaveStatus {
  const { device, isOnDevice, hasAnswers, isLoggedIn } = facts;
  if (isLoggedIn) return accountStatusOf(facts);
  if (device.kind === 'memory-only') {
    return { text: `${NOT_KEPT[device.reason]} Create an account to keep your answers.`, tone: 'warning' };
  }
  if (!hasAnswers) return { text: '', tone: 'quiet' };
  if (device.kind === 'opening' || !isOnDevice) return { text: 'Saving …', tone: 'quiet' };
  return { text: 'Saved on this device', tone: 'success' };
}

function accountStatusOf(facts: SaveFacts): SaveStatus {
  const { device, standing, waiting, waitingAnswers, refused, conflicts, savedAt, now, isOnDevice } = facts;
  if (conflicts > 0)
    return { text: `${count(conflicts, 'answer')} needs you: choose which to keep`, tone: 'error' };
  if (refused > 0)
    return { text: `${count(refused, 'answer')} could not be saved and needs you`, tone: 'error' };
  if (waiting === 0) {
    if (standing.kind === 'offline') return { text: 'Offline: nothing is waiting.', tone: 'warning' };
    return savedAt === undefined
      ? { text: '', tone: 'quiet' }
      : { text: `Saved to your account at ${timeOf(savedAt)}`, tone: 'success' };
  }
  const kept =
    device.kind === 'memory-only'
      ? ` ${NOT_KEPT[device.reason]}`
      : isOnDevice
        ? ' Saved on this device.'
        : '';
  const line = waitingAnswers > 0 ? count(waitingAnswers, 'answer') : count(waiting, 'change');
  switch (standing.kind) {
    case 'offline':
      return { text: `Offline: ${line} waiting.${kept}`, tone: 'warning' };
    case 'retrying':
      return {
        text: `Trying again in ${Math.max(1, Math.ceil((standing.at - now) / 1000))} s: ${line} waiting.${kept}`,
        tone: 'warning',
      };
    case 'held':
      return { text: `Log in again: ${line} waiting.${kept}`, tone: 'warning' };
    case 'idle':
    case 'sending':
      return { text: 'Saving …', tone: 'quiet' };
    default:
      return standing satisfies never;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
