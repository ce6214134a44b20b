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
/** A stamp, or a version, of which only the order matters; or the name of a tab. */
const VARIABLE = /(#[0-9a-z]{11}|0[0-9a-z]{9}(?:\.[a-z])+|"\d+"|\be\d+\b|@[abc])/;
const NAMES = 'abc';

/** Text, and variable values between its parts. */
type Parts = readonly string[];
const partsOf = new WeakMap<Tab, Parts>();
const texts = new WeakMap<object, string>();

/** It does not matter which tab is which: they are named in the order of their texts without names. */
export function codeOf({ tabs, disk, accounts, session, flights, files, truth, left }: World): string {
  const { ann, bob } = accounts;
  const common = split(
    textOf([disk, accountText(ann), accountText(bob), session, flights, files, Object.values(left), truth]),
  );
  const pages = tabs.map((tab) => {
    const parts = partsOf.get(tab) ?? split(textOfTab(tab));
    partsOf.set(tab, parts);
    return parts;
  });
  const ranks = ranksIn([common, ...pages]);
  const under = (naming: string, parts: Parts) => {
    let text = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) {
      const one = parts[at]!;
      text += `${isName(one) ? naming[NAMES.indexOf(one[1]!)] : `#${ranks.get(one)}`}${parts[at + 1]}`;
    }
    return text;
  };
  const codes = namingsOf(pages.map((parts) => under('---', parts))).map((naming) => {
    const named = pages.map((parts, index) => `\n${naming[index]}${under(naming, parts)}`);
    return under(naming, common) + named.sort().join('');
  });
  return codes.reduce((one, other) => (one < other ? one : other));
}

function isName(variable: string): boolean {
  return variable.startsWith('@');
}

/** How tabs can be named in the order of their texts. Equal ones can be named in any order. */
function namingsOf(pages: readonly string[]): readonly string[] {
  const orders = arrangements([...pages.keys()]).filter((order) =>
    order.every((page, at) => at === 0 || pages[order[at - 1]!]! <= pages[page]!),
  );
  return orders.map((order) => pages.map((_, page) => NAMES[order.indexOf(page)]).join(''));
}

function arrangements(places: readonly number[]): readonly (readonly number[])[] {
  if (places.length < 2) return [places];
  return places.flatMap((first) =>
    arrangements(places.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

function split(text: string): Parts {
  return text.split(VARIABLE);
}

function accountText({ version, ...account }: Account): string {
  return `${textOf(account)}"${version}"`;
}

function textOfTab({ state, name: _, ...tab }: Tab): string {
  return tab.is === 'closed' ? '' : textOf(tab) + textOf(state);
}

function ranksIn(all: readonly Parts[]): ReadonlyMap<string, number> {
  const found = new Set<string>();
  for (const parts of all)
    for (let at = 1; at < parts.length; at += 2) if (!isName(parts[at]!)) found.add(parts[at]!);
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

/** What a tab has sent is under its name, which is the last of its text, and so of no importance to the order. */
function entryText(name: string, text: string): string {
  const [, begins, tab] = /^(sent\/.*|)([abc])$/.exec(name) ?? [];
  return tab === undefined ? `${name}:${text}` : `${begins}:${text}@${tab}`;
}

/** Entries of maps and sets are sorted, and texts in a list, of which only the presence matters. */
function innerText(value: object): string {
  if (value instanceof Map) {
    if (value.size === 0) return '';
    const entries: string[] = [];
    for (const [name, inner] of value) entries.push(entryText(name, textOf(inner)));
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
    text += `${name}:${name === 'tab' ? `@${NAMES[inner as number]}` : textOf(inner)},`;
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
