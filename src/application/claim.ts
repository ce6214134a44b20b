import { ownerOf } from './owner.ts';
import type { Application } from './run.ts';

/** Reserves the anonymous draft for the account that is signing up, and remembers that its code is not entered yet. */
export async function claimFor({ dispatch, journal }: Application, username: string): Promise<void> {
  dispatch({ type: 'claimed', owner: await ownerOf(username), username });
  await journal.flush();
}
