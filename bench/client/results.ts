import type { TypingCost } from './typing.ts';
import type { Measures } from './visit.ts';

/** Medians by "peer visit", such as "react first", "product offline" or "survey q400". */
export interface Results {
  readonly rounds: number;
  readonly browser: string;
  readonly precacheKb: number | null;
  readonly medians: Readonly<Record<string, Measures>>;
  /** What a key costs with everything open, field by field. */
  readonly typing: readonly TypingCost[];
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export function valueOf(results: Results, visit: string, measure: string): number | null {
  return results.medians[visit]?.[measure] ?? null;
}

export function ratio(above: number | null, below: number | null): number | null {
  return above === null || below === null || below === 0 ? null : above / below;
}
