/** What a suite found: nothing in `violations` when every promise was kept. */
export interface Report {
  readonly figures: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
  /** What could not be tried here, and why. */
  readonly skipped?: readonly string[];
}

export interface SuiteOptions {
  /** How often, where a suite counts; each says what its runs are. */
  readonly runs: number;
  readonly seed: number;
  /** An empty folder of its own. */
  readonly folder: string;
  /** Hears how far a long run is. */
  readonly say: (line: string) => void;
}
