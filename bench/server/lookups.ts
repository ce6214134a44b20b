import { csvLine } from '#server/domain/ground/csv.ts';
import { Dice } from '#testing/dice.ts';
import { send } from '#server/suites/http.ts';

/** What is typed, and how long the answers took. */
export interface LookupTimes {
  readonly typed: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface LookupOptions {
  readonly base: string;
  readonly names: readonly string[];
  /** Number of look-ups of each kind. */
  readonly count: number;
  readonly seed: number;
}

/** Names made from parts of real ones, with about as many schools of each kind in a town. */
const STEMS =
  words(`Ash Bay Birch Black Bridge Brook Cedar Clear Cold Cross Dale East Elm Fair Fox Glen Green Harbor Hart
  Hazel High Hill Kings Lake Laurel Lin Long Maple Marsh Mill New North Oak Old Orchard Pine Pleasant Red Ridge River Rock
  Rose Salem Sand Silver South Spring Stone Summer Sun Thorn Valley Walnut Water West White Wild Willow Winter Wood`);
const ENDINGS =
  words(`boro bridge brook burg bury bush chester creek dale field ford gate grove ham haven hill hurst land
  ley mont mouth point port ridge side ton town vale view ville ward water well wick wood worth`);
const PEOPLE =
  words(`Abigail Alvarez Anderson Bennett Carver Castillo Chen Douglass Edison Franklin Garcia Grant Hamilton
  Henderson Jackson Jefferson Johnson Kennedy Lincoln Lopez Madison Marshall Monroe Nguyen Parker Roosevelt Sullivan Truman
  Washington Wilson`);
const KINDS: readonly (readonly [share: number, kind: string])[] = [
  [60, 'High School'],
  [8, 'Academy'],
  [7, 'Senior High School'],
  [6, 'Charter School'],
  [5, 'Central High School'],
  [5, 'Christian School'],
  [4, 'Technical High School'],
  [3, 'Preparatory School'],
  [2, 'Community College'],
];
const STATES = words(
  'AL AZ CA CO CT FL GA IL IN KS KY LA MA MD MI MN MO NC NJ NY OH OR PA SC TN TX UT VA WA WI',
);

export interface School {
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

/** That many made-up schools, no two the same. */
export function madeUpSchools(count: number, seed: number): readonly School[] {
  const dice = new Dice(seed);
  const schools = new Map<string, School>();
  while (schools.size < count) {
    const city = `${dice.oneOf(STEMS)}${dice.oneOf(ENDINGS)}`;
    const state = dice.oneOf(STATES);
    const namesake = dice.chance(0.3) ? `${dice.oneOf(PEOPLE)} ${dice.oneOf(PEOPLE)}` : city;
    const name = `${dice.chance(0.2) ? `${dice.oneOf(['North', 'South', 'East', 'West'])} ` : ''}${namesake} ${kindOf(dice)}`;
    schools.set(`${name}/${city}/${state}`, { name, city, state });
  }
  return [...schools.values()];
}

/** As an operator would import them. */
export function csvOf(schools: readonly School[]): string {
  const lines = schools.map(({ name, city, state }) => csvLine([name, city, state, 'USA']));
  return `${csvLine(['name', 'city', 'state', 'country'])}${lines.join('')}`;
}

/** One applicant looks for schools of the list in each way, one request after the other. */
export async function runLookups({
  base,
  names,
  count,
  seed,
}: LookupOptions): Promise<readonly LookupTimes[]> {
  const dice = new Dice(seed);
  const kinds = {
    'the first letters': (name: string) => name.slice(0, dice.whole(1, 12)),
    'a later word, or the start of one': (name: string) => {
      const later = name.split(' ').slice(1);
      return later
        .slice(dice.whole(0, later.length - 1))
        .join(' ')
        .slice(0, dice.whole(4, 14));
    },
    'the beginnings of all words': (name: string) =>
      name
        .split(' ')
        .map((word) => word.slice(0, dice.whole(1, 5)))
        .join(' '),
    'the whole name, with a slip': (name: string) => withSlip(name, dice),
  };
  const rows: LookupTimes[] = [];
  for (const [typed, textOf] of Object.entries(kinds)) {
    const lookUp = async () => {
      const query = new URLSearchParams({ category: 'hs_ceeb', text: textOf(dice.oneOf(names)) });
      const { status, ms } = await send(base, 'GET', `/lookup/find?${query.toString()}`);
      if (status !== 200) throw new Error(`A look-up was answered with ${status}.`);
      return ms;
    };
    rows.push(await timed(typed, count, lookUp));
  }
  return rows;
}

/** Makes that many calls, one after the other. Each returns its duration. */
export async function timed(typed: string, count: number, call: () => Promise<number>): Promise<LookupTimes> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) times.push(await call());
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { typed, count, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Two letters swapped, one doubled, one left out, or one replaced. */
function withSlip(name: string, dice: Dice): string {
  const at = dice.whole(1, name.length - 3);
  const [before, here, next, after] = [
    name.slice(0, at),
    name.charAt(at),
    name.charAt(at + 1),
    name.slice(at + 2),
  ];
  return dice.oneOf([
    `${before}${next}${here}${after}`,
    `${before}${here}${here}${next}${after}`,
    `${before}${next}${after}`,
    `${before}e${next}${after}`,
  ]);
}

function kindOf(dice: Dice): string {
  let left = dice.next() * 100;
  return KINDS.find(([share]) => (left -= share) < 0)?.[1] ?? 'High School';
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
