import type { HasLoggedInFrom } from './known-network.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** What the account functions need. */
export interface AccountParts extends Pick<Parts, 'clock' | 'database' | 'queue' | 'secrets'> {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly rateLimits: RateLimits;
  readonly hasLoggedInFrom: HasLoggedInFrom;
  readonly settings: AccountSettings;
}

/** Limits per hour and network. */
export interface AccountSettings {
  readonly signupsPerNetwork: number;
  /** Mails with new codes and password links. */
  readonly mailsPerNetwork: number;
}
