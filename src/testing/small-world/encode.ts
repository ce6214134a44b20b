// Two worlds without a relevant difference have the same code.
import type { Account, Tab, World } from './world.ts';

/** Times, and computed values. Whatever waits is due, so they have no effect. */
const IGNORED = new Set([
  'stamps',
  'numChanges',
  'typingUntil',
  'notBefore',
  'next',
  'waitsSince',
  'readAt',
  'presence',
  'chance',
  'failures',
  'profile',
  'hasAskedToPersist',
  // No version comes back, and no slice changes the account so often that a tab gives up.
  'refusedVersions',
  // The same everywhere, or implied by its owner.
  'iv',
  'text',
]);
/** A stamp, or a version. Only their order matters. */
const RANKED = /(#[0-9a-z]{11}|0[0-9a-z]{9}(?:\.[a-z])+|"\d+"|\be\d+\b)/;

/** Text, and ranked values between its parts. */
type Parts = readonly string[];
const partsOf = new WeakMap<Tab, Map<string, Parts>>();
const texts = new WeakMap<object, string>();
/** The names of the tabs for now, in the order of their places. */
let names = '';
const NAMELESS = '---';

/** It does not matter which tab is which: they are named in the order of their texts without names. */
export function codeOf(world: World): string {
  const { tabs, disk, accounts, session, flights, files, truth, left } = world;
  const { ann, bob } = accounts;
  const same = split(
    [accountText(ann), accountText(bob), session, Object.values(left).join(), textOf(truth)].join('\n'),
  );
  const named = () => split(textOf([disk, flights, files]));
  names = NAMELESS;
  const nameless = tabs.map(partsOfTab);
  const ranks = ranksIn([same, named(), ...nameless]);
  const ranked = (parts: Parts) => {
    let text = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) text += `#${ranks.get(parts[at]!)}${parts[at + 1]}`;
    return text;
  };
  const codes = namingsOf(nameless.map(ranked)).map((naming) => {
    names = naming;
    const pages = tabs.map((tab, index) => `\n${naming[index]}${ranked(partsOfTab(tab))}`);
    return ranked(same) + ranked(named()) + pages.sort().join('');
  });
  return codes.reduce((one, other) => (one < other ? one : other));
}

/** How tabs can be named in the order of their texts. Equal ones can be named in any order. */
function namingsOf(pages: readonly string[]): readonly string[] {
  const orders = arrangements([...pages.keys()]).filter((order) =>
    order.every((page, at) => at === 0 || pages[order[at - 1]!]! <= pages[page]!),
  );
  return orders.map((order) => pages.map((_, page) => 'abc'[order.indexOf(page)]).join(''));
}

function arrangements(places: readonly number[]): readonly (readonly number[])[] {
  if (places.length < 2) return [places];
  return places.flatMap((first) =>
    arrangements(places.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

function partsOfTab(tab: Tab): Parts {
  const known = partsOf.get(tab) ?? new Map<string, Parts>();
  partsOf.set(tab, known);
  const parts = known.get(names) ?? split(textOfTab(tab));
  known.set(names, parts);
  return parts;
}

/** What a tab has sent is under its name. */
function renamed(name: string): string {
  const place = /^(?:sent\/\w+\/)?[abc]$/.test(name) ? 'abc'.indexOf(name.at(-1)!) : -1;
  return place < 0 ? name : name.slice(0, -1) + names[place];
}

function split(text: string): Parts {
  return text.split(RANKED);
}

function accountText({ version, ...account }: Account): string {
  return `${textOf(account)}"${version}"`;
}

function textOfTab({ state, name: _, ...tab }: Tab): string {
  return tab.is === 'closed' ? '' : textOf(tab) + textOf(state);
}

function ranksIn(all: readonly Parts[]): ReadonlyMap<string, number> {
  const found = new Set<string>();
  for (const parts of all) for (let at = 1; at < parts.length; at += 2) found.add(parts[at]!);
  // Versions and terms differ in length; all stamps begin with the same number of digits.
  const size = (one: string) => (one.startsWith('0') ? 0 : one.startsWith('#') ? 100 : one.length);
  const order = [...found].sort((one, other) => size(one) - size(other) || (one < other ? -1 : 1));
  return new Map(order.map((one, rank) => [one, rank]));
}

/** The text of any value. A record that was made here and one that was read have their members in another order. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (!('stamp' in value)) return innerText(value);
  const known = texts.get(value) ?? innerText(inOrder(value));
  texts.set(value, known);
  return known;
}

function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Entries of maps and sets are sorted, and texts in a list, of which only the presence matters. */
function innerText(value: object): string {
  if (value instanceof Map) {
    if (value.size === 0) return '';
    const entries: string[] = [];
    for (const [name, inner] of value) entries.push(`${renamed(name)}:${textOf(inner)}`);
    return `(${entries.sort().join()})`;
  }
  if (value instanceof Set) return value.size === 0 ? '' : `{${[...value].sort().join()}}`;
  if (Array.isArray(value)) {
    const all = value.map(textOf);
    return `[${(typeof value[0] === 'string' ? all.sort() : all).join()}]`;
  }
  let text = '(';
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner === undefined || IGNORED.has(name)) continue;
    text += `${name}:${name === 'tab' ? names[inner as number] : textOf(inner)},`;
  }
  return `${text})`;
}

/** A number of 53 bits for a text. In one of ten thousand searches, two of a million texts have the same number. */
export function hashOf(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    one = Math.imul(one ^ char, 2_654_435_761);
    other = Math.imul(other ^ char, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0);
}
