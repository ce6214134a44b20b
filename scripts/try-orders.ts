// Tries all orders of the small world to the end (src/testing/small-world): npm run test:orders.
import { tryAllOrders } from '#testing/small-world/explore.ts';
import { proofs, slices, worldOf, type Slice } from '#testing/small-world/slices.ts';
import { ruleNames, rules } from '#testing/small-world/rules.ts';

const words = ({ tabs, left }: Slice) =>
  [
    `${tabs} tab${tabs === 1 ? '' : 's'}`,
    ...Object.entries(left).map(([what, often]) => `${what} ${often}`),
  ].join(', ');

console.log('| orders | of | states | happenings | seconds |\n| --- | --- | --: | --: | --: |');
for (const [name, { short, long }] of Object.entries(slices))
  for (const slice of [...short, ...long]) {
    const began = performance.now();
    const { states, happenings, fault } = tryAllOrders(worldOf(slice));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`| ${name} | ${words(slice)} | ${states} | ${happenings} | ${seconds} |`);
    if (fault === undefined) continue;
    console.error(`${fault.what}:\n  ${fault.order.join('\n  ')}`);
    process.exitCode = 1;
  }

for (const rule of ruleNames)
  for (const slice of proofs[rule]) {
    const { fault } = tryAllOrders(worldOf(slice, rule), 3000);
    console.log(`without rule ${rule} (${rules[rule]}): ${fault?.what ?? 'NOTHING IS FOUND'}`);
    if (fault === undefined || fault.what.startsWith('more than')) process.exitCode = 1;
  }
