/**
 * Returns how long to wait before the next try: `firstMs`, doubled at each further failure.
 *
 * @param failures failures in a row, this one included
 * @param longestMs the wait stays at this after many failures
 * @returns milliseconds
 */
export function doubled(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1));
}
