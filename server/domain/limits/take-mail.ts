import { TooManyRequestsError } from '#server/domain/ground/errors.ts';
import { limits } from './limits.ts';
import type { Limit, RateLimits } from './rate-limits.ts';

interface AskedMail {
  readonly kind: 'code' | 'reset';
  readonly username: string;
  readonly network: string;
  /** The limit of everything that this network asks for. */
  readonly anywhere: Limit;
}

/**
 * Counts a mail that somebody asks for. An address at its limit gets no further mail, but the answer stays the same:
 * a refusal would let strangers keep an owner from signing up or from choosing a new password.
 *
 * @returns whether the mail may be sent, and the limits that were counted
 * @throws {TooManyRequestsError} when this machine or its network has asked for too many
 */
export async function takeMail(
  rateLimits: RateLimits,
  { kind, username, network, anywhere }: AskedMail,
): Promise<{ readonly mayBeSent: boolean; readonly taken: readonly Limit[] }> {
  const asked = [...limits.mailPair(network, username), anywhere];
  await rateLimits.take(...asked);
  for (const sent of [limits.mailToAccount(kind, username), limits.firstMails(kind, network, username)]) {
    if (await isTaken(rateLimits, sent)) return { mayBeSent: true, taken: [...asked, ...sent] };
  }
  return { mayBeSent: false, taken: asked };
}

async function isTaken(rateLimits: RateLimits, wanted: readonly Limit[]): Promise<boolean> {
  try {
    await rateLimits.take(...wanted);
    return true;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return false;
    throw error;
  }
}
