// Starts with an applicant: after a login, or from what the last one left on this device.
import { patient } from '#api/again.ts';
import { NetworkError } from '#api/errors.ts';
import { type Profile, readProfile } from '#api/queries.ts';
import { isOutOfReach } from '#api/refusals.ts';
import { unlock } from '#device/changes.ts';
import { throwIfEnded } from '#device/ending.ts';
import type { Reading } from '../events.ts';
import type { RememberedProfile } from '../model.ts';
import { ownerOf } from '../owner.ts';
import type { Application } from '../run.ts';
import { stampNow } from './select.ts';

/** A start waits this long for the profile if this device has stored an earlier one. */
const PATIENCE_MS = 1500;

/** What an offline start needs from a profile. */
export function remembered(profile: Profile): RememberedProfile {
  const { username, last_page, kept_term, web_status, successful_login } = profile;
  // Only their number counts; another server may list them in any form.
  return { username, last_page, kept_term, web_status, successful_login: successful_login?.map(String) };
}

/**
 * Finds out who is logged in, and loads their answers. If the server cannot be reached, starts with what the last
 * login left here.
 *
 * @param signal stops it before anything of the account is shown or stored
 * @returns whether the server could be reached
 * @throws {UnauthorizedError} if the session has ended
 */
export async function enter(application: Application, signal?: AbortSignal): Promise<'online' | 'offline'> {
  const { state, clock } = application;
  const isRemembered = state.meta?.value?.profile !== undefined;
  try {
    const ask = async () => ({
      since: stampNow(application),
      ...(await readProfile({ ...(isRemembered && { timeoutMs: PATIENCE_MS }), signal })),
    });
    // At a card, this runs in the background: a login must not wait for it.
    const isUrgent = !isRemembered && signal === undefined;
    const { since, profile, version, deviceKey } = await (isUrgent ? patient(clock, ask) : ask());
    throwIfEnded(signal);
    const reading = { profile: remembered(profile), answers: profile.answer, version, since };
    await logIn(application, reading, deviceKey);
    return 'online';
  } catch (error) {
    throwIfEnded(signal);
    if (!isOutOfReach(error) || state.meta?.value?.profile === undefined) throw error;
    application.dispatch({ type: 'resumed', is: isNoNetwork(error) ? 'offline' : 'server' });
    return 'offline';
  }
}

/** A server that is slow can be reached. */
function isNoNetwork(error: unknown): boolean {
  if (!(error instanceof NetworkError)) return false;
  return !(error.cause instanceof DOMException && error.cause.name === 'TimeoutError');
}

/**
 * Merges the account's answers with this device's, and starts saving.
 *
 * @param reading with a `since` taken before the account was requested
 */
export async function logIn(
  application: Application,
  reading: Omit<Reading, 'owner'>,
  deviceKey?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  application.settle();
  const owner = await ownerOf(reading.profile.username);
  await unlock(application.device, owner, deviceKey);
  await application.addOwner(owner);
  application.dispatch({ type: 'loggedIn', reading: { ...reading, owner } });
  await application.journal.flush();
}
