import type { RunOptions } from 'axe-core';

/** Every rule that applies to the product, in any browser. */
export const AXE_OPTIONS = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  // Full descriptions of passed checks would take as long as the checks.
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
} satisfies RunOptions;
