import type { DeviceStatus } from '#device/device.ts';
import type { WaitingOperation } from './draft.ts';
import type { Standing } from './outbox-parts.ts';

/** The save status in words, never ahead of the facts. */
export interface SaveStatus {
  readonly text: string;
  /** The text for screen readers, where `text` counts seconds. */
  readonly spoken?: string;
  readonly tone: 'quiet' | 'success' | 'warning' | 'error';
}

export interface SaveFacts {
  readonly device: DeviceStatus;
  /** Whether everything typed is stored on the device. */
  readonly isOnDevice: boolean;
  readonly hasAnswers: boolean;
  readonly standing: Standing;
  /** Answers that have not reached the account. Labels of options are not counted. */
  readonly waitingAnswers: number;
  readonly waitingFiles: number;
  /** Whether the last attempt to send a file got no response. */
  readonly areFilesOffline: boolean;
  /** Whether anything is unsent, calls and labels included. */
  readonly isWaiting: boolean;
  /** The unsent calls beside the answers. */
  readonly waitingCalls: readonly WaitingOperation[];
  readonly refused: number;
  readonly conflicts: number;
  /** When the account last had everything; milliseconds since 1970. */
  readonly savedAt: number | undefined;
  /** The current time by the clock's `elapsed`. */
  readonly elapsed: number;
}

/** Computes the status. The version for accounts is loaded only for them. */
export type StatusOf = (facts: SaveFacts) => SaveStatus;

export const ON_DEVICE = 'Saved on this device';
export const SAVING = 'Saving …';
export const NOT_KEPT = {
  blocked: 'Not saved on this device: its storage is blocked.',
  full: 'Not saved on this device: there is no room left.',
  newer:
    'Not saved on this device: a newer version of this page has been used here. Please load the page again.',
  'shared-computer': 'Not saved here.',
} as const;

/** The status line for a visitor, for screen readers too. */
export function visitorStatusOf({ device, isOnDevice, hasAnswers }: SaveFacts): SaveStatus {
  if (device.kind === 'memory-only') {
    return { text: `${NOT_KEPT[device.reason]} Sign up to keep your answers.`, tone: 'warning' };
  }
  if (!hasAnswers) return { text: '', tone: 'quiet' };
  if (device.kind === 'opening' || !isOnDevice) return { text: SAVING, tone: 'quiet' };
  return { text: ON_DEVICE, tone: 'success' };
}
