// The orders to try: who is there, and how often each thing can happen.
import { after, atRest, type Move } from './explore.ts';
import { open } from './pages.ts';
import type { Rule } from './rules.ts';
import { budgets, type Budget, type World } from './world.ts';

export interface Slice {
  readonly tabs: number;
  /** Whether the applicant has logged in. */
  readonly isHere?: boolean;
  readonly left: Partial<Record<Budget, number>>;
  /** What happens first, to shorten the search. */
  readonly first?: readonly Move[];
}

interface Extent {
  /** Tried by `npm test`. */
  readonly short: readonly Slice[];
  /** Tried by `npm run test:orders`, with the short ones. */
  readonly long: readonly Slice[];
}

const oneLetter = { tabs: 2, isHere: true, left: { letters: 1 } } as const satisfies Slice;

/** One letter of an applicant, and the given happenings. */
const with1 = (...more: readonly Budget[]): Slice => ({
  ...oneLetter,
  left: { ...oneLetter.left, ...Object.fromEntries(more.map((one) => [one, 1])) },
});

export const slices: Readonly<Record<string, Extent>> = {
  letters: {
    short: [{ tabs: 2, left: { letters: 2, 'lost messages': 1, kills: 1 } }],
    long: [
      { tabs: 2, left: { letters: 3, 'lost messages': 1, kills: 1, freezes: 1 } },
      { tabs: 3, left: { letters: 2, 'lost messages': 1, kills: 1 } },
    ],
  },
  sending: {
    short: [
      with1('lost requests'),
      with1('late requests'),
      with1('stalls'),
      { tabs: 1, isHere: true, left: { presses: 2, 'late requests': 1 } },
    ],
    long: [
      with1('presses', 'doubled requests'),
      with1('freezes', 'late requests'),
      with1('kills', 'lost requests'),
      with1('reloads', 'lost requests'),
      {
        tabs: 1,
        isHere: true,
        left: { letters: 2, 'late requests': 1, 'lost requests': 1, 'doubled requests': 1 },
      },
      {
        tabs: 1,
        isHere: true,
        left: { letters: 2, 'acts elsewhere': 1, choices: 1, 'late requests': 1 },
      },
    ],
  },
  files: {
    short: [{ tabs: 1, isHere: true, left: { files: 1, 'files elsewhere': 1, choices: 1 } }],
    long: [{ tabs: 1, isHere: true, left: { files: 2, 'late requests': 1 } }],
  },
};

/** Known faults that are not fixed: two tabs that have not received each other's messages. */
export const known: Readonly<Record<string, Slice>> = {
  'a letter of another tab, typed a moment ago, makes the applicant be asked about their own value': {
    tabs: 2,
    isHere: true,
    left: { letters: 2 },
  },
  "another device's value that one tab has just taken yields unasked to an earlier letter of another tab":
    with1('acts elsewhere'),
};

/** Without each rule, a fault is found here. */
export const proofs: Readonly<Record<Rule, Slice>> = {
  stamps: { tabs: 2, left: { letters: 2 } },
  notes: { tabs: 1, isHere: true, left: { letters: 2, 'lost requests': 1 } },
  revisions: { tabs: 1, isHere: true, left: { presses: 2, 'late requests': 1 } },
  tags: { tabs: 1, isHere: true, left: { files: 1, 'files elsewhere': 1 } },
};

/** A world in which everything is at rest, before the first budgeted happening. */
export function worldOf({ tabs, isHere = false, left, first = [] }: Slice, without?: Rule): World {
  const none = Object.fromEntries(budgets.map((budget) => [budget, 0])) as Record<Budget, number>;
  const world: World = {
    without,
    tabs: [],
    disk: new Map(),
    sender: undefined,
    account: { answers: new Map(), calls: new Map(), revision: 1 },
    flights: [],
    files: {
      chosen: 0,
      places: 0,
      document: undefined,
      converted: new Set(),
      agreed: new Set(),
      flights: [],
    },
    truth: {
      over: new Map(),
      keys: new Map(),
      onDisk: new Set(),
      inAccount: new Set(),
      presses: 0,
      safePresses: 0,
    },
    left: none,
    time: 1,
  };
  for (let tab = 0; tab < tabs; tab += 1) open(world, tab, 'abc'[tab]!, isHere);
  return first.reduce(after, { ...atRest(world), left: { ...none, ...left } });
}
