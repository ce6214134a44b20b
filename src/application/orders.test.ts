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

test.each(ruleNames.flatMap((rule) => proofs[rule].map((slice) => ({ rule, sentence: rules[rule], slice }))))(
  'unless $sentence (rule $rule), a fault is found in the orders of $slice.left',
  { timeout: PATIENCE_MS },
  ({ rule, slice }) => {
    const { fault } = tryAllOrders(worldOf(slice, rule), STATES_MAX);
    expect(fault?.what ?? 'nothing').not.toMatch(/^nothing|^more than/);
  },
);
