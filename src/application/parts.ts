// What the runner needs of the page, and of an account.
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import type { Carriers } from './events.ts';
import type { StatusOf } from './status.ts';
import type { AccountSteps } from './step.ts';

export interface ApplicationParts {
  readonly device: Device;
  readonly clock: Clock;
  /** Returns `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  /** True if the browser restored this value from an earlier visit. A stored draft then wins over it. */
  readonly isRestored?: (key: string) => boolean;
  /** The field in which a reload has put the focus back: what is entered there continues the stored text. */
  readonly refocusedKey?: () => string | undefined;
  /** Called when somebody has logged in in another tab. */
  readonly reload: () => void;
  /** Schedules what follows from a letter; at once unless given. */
  readonly soon?: (run: () => void) => void;
  /** Identifies this tab; random unless given. */
  readonly tab?: string;
}

/** What only an account needs. Loaded with it. */
export interface AccountPart extends AccountSteps {
  readonly statusOf: StatusOf;
  /** When something is due, by the clock's `elapsed`; infinite if nothing is. */
  readonly dueAt: (elapsed: number) => number;
  /** Looks at what other tabs have said that this one may have missed. */
  readonly look: () => void;
  readonly due: () => void;
  /** For a page that is shown again or online again: has everything tried now. */
  readonly wake: () => void;
  /** Sends everything now; resolves to whether the account has it. */
  readonly send: () => Promise<boolean>;
  readonly effects: Partial<Carriers>;
}
