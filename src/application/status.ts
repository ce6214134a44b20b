// The save status in words, never ahead of the facts.
import type { Now, State } from './model.ts';
import { hasAnswers, isTyping } from './select.ts';

export interface SaveStatus {
  readonly text: string;
  readonly tone: 'quiet' | 'success' | 'warning' | 'error';
}

/** Computes the status. The version for accounts is loaded only for them. */
export type StatusOf = (state: State, now: Now) => SaveStatus;

export const ON_DEVICE = 'Saved on this device';
export const SAVING = 'Saving …';
export const NOT_KEPT = {
  blocked: 'Not saved on this device: its storage is blocked.',
  full: 'Not saved on this device: there is no room left.',
  newer:
    'Not saved on this device: a newer version of this page has been used here. Please load the page again.',
  'shared-computer': 'Not saved here.',
} as const;

/** Whether everything typed is stored on the device. It says so only after a pause in typing, so as not to flicker. */
export function isOnDevice(state: State, { elapsed }: Now): boolean {
  return state.isWritten && !isTyping(state, elapsed);
}

/** The status line for a visitor, for screen readers too. */
export const visitorStatusOf: StatusOf = (state, now) => {
  const { device } = state;
  if (device.kind === 'memory-only')
    return { text: `${NOT_KEPT[device.reason]} Sign up to keep your answers.`, tone: 'warning' };
  if (!hasAnswers(state)) return { text: '', tone: 'quiet' };
  if (device.kind === 'opening' || !isOnDevice(state, now)) return { text: SAVING, tone: 'quiet' };
  return { text: ON_DEVICE, tone: 'success' };
};
