/** A suite's findings. `violations` is empty if the servers kept every promise. */
export interface Report {
  readonly figures: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
  /** What could not be tested on this machine, and why. */
  readonly skipped?: readonly string[];
}

export interface SuiteOptions {
  /** The number of repetitions. Each suite documents what one run is. */
  readonly runs: number;
  readonly seed: number;
  /** An empty folder for this suite alone. */
  readonly folder: string;
  /** Prints the progress of a long run. */
  readonly say: (line: string) => void;
}
