// oxlint-disable-next-line no-restricted-imports -- the same data that checks the build
import { missingInSafari } from '../../scripts/newer-than-baseline.ts';

/** Trusted types stay, because the browser still asks for them. */
const names = missingInSafari().filter((name) => !/trusted/i.test(name));

/** A script that takes away all that the oldest Safari lacks. Styles stay those of today. */
export const asOldestSafari = `(${String(takeAway)})(${JSON.stringify(names)});`;

/** Sent as text, so it may use nothing outside of itself. Runs in pages and in workers. */
function takeAway(missing: readonly string[]): void {
  if (!('toSorted' in Array.prototype)) return;
  for (const [owner = '', member] of missing.map((name) => name.split('.'))) {
    if (member === undefined || owner === 'Window') Reflect.deleteProperty(globalThis, member ?? owner);
    if (member === undefined) continue;
    const found: unknown = Reflect.get(globalThis, owner);
    const ofAll: unknown = typeof found === 'function' ? found.prototype : undefined;
    Reflect.deleteProperty(Object(found), member.replace('_static', ''));
    if (!member.endsWith('_static')) Reflect.deleteProperty(Object(ofAll), member);
  }
}
