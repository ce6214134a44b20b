/**
 * The oldest browsers in which everything works, if plainer. The build's syntax, the check of what the built files call
 * (`scripts/baseline.test.ts`) and `npm run test:old-engines` read them here. Older ones get a notice in the page. Raise
 * one only with the share of applicants that it costs.
 */
export const BASELINE = { chrome: '92', firefox: '102', safari: '15.4' } as const;

/** As Vite names them. */
export const TARGETS: string[] = [
  ...Object.entries(BASELINE).map(([name, version]) => name + version),
  `ios${BASELINE.safari}`,
];
