// What happens between a visitor's sign-up and the profile of the applicant.
import { ownerOf } from './records.ts';
import type { Application } from './run.ts';

/** Reserves the anonymous draft for the account that is signing up. */
export async function claimFor({ dispatch, journal }: Application, username: string): Promise<void> {
  dispatch({ type: 'claimed', owner: await ownerOf(username) });
  await journal.flush();
}

/** Call when the server has accepted a login. If another account was logged in here, it departs first. */
export async function admit(application: Application, username: string): Promise<void> {
  await application.opened;
  await application.journal.sync();
  application.dispatch({ type: 'admitted', owner: await ownerOf(username) });
  await application.cleared;
}
