import { NO_NETWORK } from '#api/errors.ts';
import type { Clock } from '#device/clock.ts';

/** What finding and loading a new release needs of the running client. */
export interface UpdatesParts {
  readonly clock: Clock;
  readonly saveEverything: (patienceMs: number) => Promise<unknown>;
  /** Whether what is typed outlives this page. */
  readonly isKept: () => boolean;
  /** Shows a sentence at the foot of the page. */
  readonly say: (sentence: string) => void;
}

export const OUT_OF_REACH = `${NO_NETWORK} What you have typed stays here.`;
