import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Queue } from '#server/adapters/queue.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import type { HasLoggedInFrom } from './known-network.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';

/** What the account functions need. */
export interface AccountParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly secrets: Secrets;
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
