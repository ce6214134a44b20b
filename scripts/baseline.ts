/**
 * The oldest browsers in which everything works, if plainer. The build's syntax, and the check of what the sources and
 * the built files use (`scripts/baseline.test.ts`), read them here. Raise one only with the share of applicants that it
 * costs.
 */
export const BASELINE = { chrome: '92', firefox: '102', safari: '15.4' } as const;

/** As Vite names them. */
export const TARGETS: string[] = [
  ...Object.entries(BASELINE).map(([name, version]) => name + version),
  `ios${BASELINE.safari}`,
];
