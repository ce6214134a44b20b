// Notices what serves an applicant with an account, and has it counted.
import { count } from '#api/client-count.ts';
import { conflictsIn } from '#application/account/select.ts';
import type { Application } from '#application/run.ts';

export function countServed({ state, subscribe }: Application): void {
  let hasWaited = false;
  subscribe(() => {
    if (conflictsIn(state).length > 0) count('two-values');
    const files = [...state.files.values()];
    hasWaited ||= files.some(({ isWaiting }) => isWaiting);
    // Counted once there is a connection.
    if (hasWaited && files.some(({ step }) => step === 'converting')) count('file-waited');
  });
}
