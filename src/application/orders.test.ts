// All orders of possible events, tried to the end. `npm run test:orders` tries more of them.
import { expect, test } from 'vitest';
import { tryAllOrders } from '#testing/small-world/explore.ts';
import { ruleNames, rules } from '#testing/small-world/rules.ts';
import { proofs, slices, worldOf } from '#testing/small-world/slices.ts';

/** On a busy machine. */
const PATIENCE_MS = 120_000;
/** A search without a rule may not end. By then, its fault is found. */
const STATES_MAX = 3000;

const all = Object.entries(slices).flatMap(([name, { short }]) => short.map((slice) => ({ name, ...slice })));

test.each(all)(
  'in all orders of $name ($left), nothing is lost, overruled unasked, said too early or shown to another',
  { timeout: PATIENCE_MS },
  (slice) => {
    expect(tryAllOrders(worldOf(slice)).fault).toBeUndefined();
  },
);

test.each(ruleNames.map((rule) => ({ rule, sentence: rules[rule] })))(
  'unless $sentence (rule $rule), a fault is found',
  { timeout: PATIENCE_MS },
  ({ rule }) => {
    const { fault } = tryAllOrders(worldOf(proofs[rule], rule), STATES_MAX);
    expect(fault?.order.length).toBeGreaterThan(0);
  },
);
