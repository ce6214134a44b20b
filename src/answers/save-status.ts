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

/** What is said to somebody with an account; it comes with the account. */
export type StatusOf = (facts: SaveFacts) => SaveStatus;

export const ON_DEVICE = 'Saved on this device';
export const SAVING = 'Saving …';
export const NOT_KEPT = {
  blocked: 'Not saved on this device: its storage is blocked.',
  full: 'Not saved on this device: there is no room left.',
  newer:
    'Not saved on this device: a newer version of this page has been used here. Please load the page again.',
  'shared-computer': 'Not saved on this device, because it is a shared computer.',
} as const;

/** The one line that the page shows to a visitor; for screen readers too. */
export function visitorStatusOf({ device, isOnDevice, hasAnswers }: SaveFacts): SaveStatus {
  if (device.kind === 'memory-only') {
    return { text: `${NOT_KEPT[device.reason]} Create an account to keep your answers.`, tone: 'warning' };
  }
  if (!hasAnswers) return { text: '', tone: 'quiet' };
  if (device.kind === 'opening' || !isOnDevice) return { text: SAVING, tone: 'quiet' };
  return { text: ON_DEVICE, tone: 'success' };
}
