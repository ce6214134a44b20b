// Starts with an applicant: after a login, or from what the last one left on this device.
import { patient } from '#api/again.ts';
import { formerKey, proofOf } from '#api/deleted-account.ts';
import { NetworkError } from '#api/errors.ts';
import type { Profile, readProfile } from '#api/queries.ts';
import { isOutOfReach } from '#api/refusals.ts';
import { unlock } from '#device/changes.ts';
import { keepProof, proofOn, sealUnder } from '#device/proofs.ts';
import type { Reading } from '../events.ts';
import type { RememberedProfile } from '../model.ts';
import { ownerOf } from '../records.ts';
import type { Application } from '../run.ts';
import { stampNow } from './copies.ts';

/** A start waits this long for the profile if this device has stored an earlier one. */
const PATIENCE_MS = 1500;

/** What an offline start needs from a profile. */
export function remembered(profile: Profile): RememberedProfile {
  const { username, last_page, kept_term, web_status, successful_login } = profile;
  return { username, last_page, kept_term, web_status, successful_login };
}

/**
 * Finds out who is logged in, and loads their answers. If the server cannot be reached, starts with what the last
 * login left here.
 *
 * @param signal stops it before anything of the account is shown or stored
 * @returns whether the server could be reached
 * @throws {UnauthorizedError} if the session has ended
 */
export async function enter(
  application: Application,
  read: typeof readProfile,
  signal?: AbortSignal,
): Promise<'online' | 'offline'> {
  const { state, clock } = application;
  const isRemembered = state.meta?.value?.profile !== undefined;
  try {
    const ask = async () => ({
      since: stampNow(application),
      ...(await read({ ...(isRemembered && { timeoutMs: PATIENCE_MS }), signal })),
    });
    // At a card, this runs in the background: a login must not wait for it.
    const isUrgent = !isRemembered && signal === undefined;
    const { since, profile, version, deviceKey } = await (isUrgent ? patient(clock, ask) : ask());
    signal?.throwIfAborted();
    const reading = { profile: remembered(profile), answers: profile.answer, version, since };
    await logIn(application, reading, deviceKey);
    return 'online';
  } catch (error) {
    signal?.throwIfAborted();
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
 * @param askForKey returns the key of a deleted account with this address, by its proof
 */
export async function logIn(
  application: Application,
  reading: Omit<Reading, 'owner' | 'isNew'>,
  deviceKey?: Uint8Array<ArrayBuffer>,
  askForKey = formerKey,
): Promise<void> {
  application.tell();
  const { device } = application;
  const owner = await ownerOf(reading.profile.username);
  // A login does not wait again for storage that has not answered.
  const isKept = (await device.use.ready()) !== undefined;
  const [proof, left] = deviceKey && isKept ? [await proofOf(deviceKey), await proofOn(device, owner)] : [];
  const former = left === proof || left === undefined ? undefined : await askForKey(left);
  // Seal them before they are unlocked: other tabs would set aside records that the new key does not open.
  if (former && deviceKey) await sealUnder(device, owner, { former, now: deviceKey });
  await unlock(device, owner, deviceKey);
  if (proof !== undefined) await keepProof(device, owner, proof);
  await application.know(owner);
  application.dispatch({ type: 'loggedIn', reading: { ...reading, owner, isNew: former !== undefined } });
  await application.journal.flush();
}
