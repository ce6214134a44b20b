// The save status for an applicant with an account, for screen readers too.
import { isChoice } from '../calls.ts';
import { NEVER } from '#retry.ts';
import {
  ACCOUNT,
  hasUnfinished,
  hasUnstoredFile,
  isTyping,
  pendingKeys,
  waitingCalls,
  waitingFiles,
} from '../select.ts';
import { isOnDevice, NOT_KEPT, ON_DEVICE, SAVING, type SaveStatus, type StatusOf } from '../status.ts';
import { callsTriedAgainAt, isUnseen, mustRead } from './sending.ts';
import { conflictsIn, refusalsIn, troubleIn } from './select.ts';

const FROM_DEVICE = 'Your account cannot be read just now. These are the answers on this device.';
const SAVED: SaveStatus = { text: 'Saved to your account', tone: 'success' };
const UNDER_WAY: SaveStatus = { text: SAVING, tone: 'quiet' };

export const accountStatusOf: StatusOf = (state, now) => {
  const { device, sending } = state;
  const [conflicts, refused] = [conflictsIn(state).length, refusalsIn(state).size];
  if (conflicts > 0) return { text: `${needs(conflicts)} you: choose which to keep`, tone: 'error' };
  if (refused > 0) return { text: `${needs(refused)} you: not sent to your account`, tone: 'error' };

  const isRested = isOnDevice(state, now);
  const isKept = device.kind === 'kept' && isRested && !hasUnstoredFile(state);
  const isUnread = mustRead(state);
  // An account that could not be read is unknown while it is tried again, too.
  const trouble = isUnread ? state.troubles.get(ACCOUNT) : troubleIn(state);
  const [answers, files] = [pendingKeys(state).length, waitingFiles(state)];
  const calls = waitingCalls(state);
  const counts = [answers > 0 && count(answers, 'answer'), files > 0 && count(files, 'file')];
  const what = `${counts.filter(Boolean).join(' and ') || 'a change'} waiting.`;
  const isNothing = answers + files + calls.length === 0;
  if (isUnread && trouble?.is === 'server')
    return { text: `${FROM_DEVICE}${isNothing ? '' : ` Trying again soon: ${what}`}`, tone: 'warning' };
  // The account does not get a date that is not whole.
  const isWhole = !hasUnfinished(state);
  const onDevice: SaveStatus = isKept
    ? { text: ON_DEVICE, tone: 'success' }
    : device.kind === 'memory-only'
      ? { text: NOT_KEPT[device.reason], tone: 'warning' }
      : UNDER_WAY;
  const settled = isUnseen(state) ? UNDER_WAY : isWhole ? SAVED : onDevice;
  if (isNothing) {
    if (trouble?.is === 'offline') return { text: 'Offline: nothing is waiting.', tone: 'warning' };
    if (isTyping(state, now.elapsed)) return UNDER_WAY;
    return settled;
  }

  const kept = device.kind === 'memory-only' ? ` ${NOT_KEPT[device.reason]}` : isKept ? ` ${ON_DEVICE}.` : '';
  const offline: SaveStatus = { text: `Offline: ${what}${kept}`, tone: 'warning' };
  if (trouble?.is === 'offline') return offline;
  if (trouble !== undefined) return { text: `Trying again soon: ${what}${kept}`, tone: 'warning' };
  const isRestSaved = files === 0 && answers === 0 && isRested;
  const laterAt = callsTriedAgainAt(state);
  const isLater = laterAt > now.elapsed && laterAt < NEVER;
  if (isRestSaved && isWhole && isLater && !isUnseen(state) && !sending.isUnderWay)
    return { text: `Answers saved to your account. Trying again soon: ${what}`, tone: 'warning' };
  // An unsent last page or status is not worth telling the applicant about.
  if (isRestSaved && !calls.some(({ operation }) => isChoice(operation))) return settled;
  const hindrances = [...state.files.values()].map((file) => file.trouble?.is);
  if (hindrances.includes('offline')) return offline;
  if (hindrances.includes('portal')) return { text: `Trying again soon: ${what}${kept}`, tone: 'warning' };
  return isKept ? { text: `${ON_DEVICE}. Sending …`, tone: 'quiet' } : UNDER_WAY;
};

function needs(answers: number): string {
  return `${count(answers, 'answer')} ${answers === 1 ? 'needs' : 'need'}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
