// The orders to try: who is there, and how often each thing can happen.
import { NEW_TURN, TURN_NAME } from './disk.ts';
import { after, atRest, type Move } from './explore.ts';
import { open } from './pages.ts';
import type { Rule } from './rules.ts';
import { budgets, type Account, type Budget, type Person, type World } from './world.ts';

export interface Slice {
  readonly tabs: number;
  /** Who is logged in at the beginning. */
  readonly here?: Person;
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

const annIn1 = { tabs: 1, here: 'ann' } as const;
const annIn2 = { tabs: 2, here: 'ann' } as const;
const oneLetter = { ...annIn2, left: { letters: 1 } } as const satisfies Slice;

/** One letter of an applicant, and the given happenings. */
const with1 = (...more: readonly Budget[]): Slice => ({
  ...oneLetter,
  left: { ...oneLetter.left, ...Object.fromEntries(more.map((one) => [one, 1])) },
});

/** A file in one tab, and the given happenings. */
function file(...more: readonly Budget[]): Slice {
  const left = { files: 1, ...Object.fromEntries(more.map((one) => [one, 1])) };
  return { ...annIn1, left };
}

const once = (name: string): Move => ({ name, where: 0 });
const onDisk = once('what a tab reads or writes about a file is done');
const begins = once('a request about a file begins');
const heard = ['a request about a file reaches the server', 'the response about a file is heard'].map(once);
/** The storage has a file, and the tab asks the server to convert it. */
const posted: readonly Move[] = [
  once('a file is chosen'),
  onDisk,
  begins,
  ...heard,
  ...heard,
  onDisk,
  begins,
];
/** The server converts a file, and the applicant takes it back. */
const takenBack = [...posted, ...heard, once('the file is taken back')];

/** A letter in each of two tabs, which have heard each other. */
const twoLetters = [
  ['a letter is typed', 0],
  ['a letter is typed', 2],
  ['a write is on the disk', 0],
  ['a write is on the disk', 1],
  ['a tab hears another one', 0],
  ['a tab hears another one', 1],
].map(([name, where]) => ({ name, where }) as Move);

/** One tab has read the account, and not heard it yet, when a letter in the other tab is saved. */
const outrun = [
  ['another device changes an answer', 0],
  ['a tab that is shown again has the account read', 0],
  ['a tab takes its turn to send', 0],
  ['a request reaches the server', 0],
  ['a tab that is shown again has the account read', 1],
  ['a tab waits no longer for the one that sends', 1],
  ['a request reaches the server', 0],
  ['a response is heard', 1],
  ['a write is on the disk', 1],
  ['a letter is typed', 2],
  ['a write is on the disk', 1],
  ['a tab waits no longer for the one that sends', 1],
  ['a write is on the disk', 1],
  ['a request reaches the server', 0],
  ['a response is heard', 1],
  ['a write is on the disk', 1],
].map(([name, where]) => ({ name, where }) as Move);

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
      { ...annIn1, left: { presses: 2, 'late requests': 1 } },
    ],
    long: [
      { ...annIn2, left: { letters: 2 } },
      { ...annIn2, left: { letters: 2, stalls: 1 }, first: twoLetters },
      with1('presses', 'doubled requests'),
      with1('acts elsewhere', 'choices'),
      with1('acts elsewhere', 'stalls'),
      with1('freezes', 'late requests'),
      with1('kills', 'acts elsewhere'),
      {
        ...annIn1,
        left: { letters: 2, 'late requests': 1, 'lost requests': 1, 'doubled requests': 1 },
      },
    ],
  },
  who: {
    short: [with1('expiries'), { ...annIn2, left: { 'log-outs': 1, 'log-ins': 1, freezes: 1 } }],
    long: [
      with1('log-outs'),
      { ...annIn1, left: { letters: 2, expiries: 1, 'log-ins': 1, choices: 1 } },
      with1('log-outs', 'freezes'),
    ],
  },
  files: {
    short: [file('files elsewhere', 'choices'), { ...file('removals'), first: posted }],
    long: [
      file('removals', 'reloads'),
      { ...annIn1, left: { files: 1, 'busy answers': 5, reloads: 1 } },
      { ...annIn1, left: { files: 2, removals: 1, 'late file requests': 1 } },
      { ...annIn1, left: { files: 1, removals: 1, 'lost requests': 2 } },
      { ...annIn1, left: { files: 1, 'files elsewhere': 1, removals: 1, choices: 1 } },
    ],
  },
  device: {
    short: [with1('reloads')],
    long: [with1('clearings'), with1('clearings', 'freezes')],
  },
  'a shared computer': {
    short: [
      { tabs: 2, left: { letters: 1, switches: 1 } },
      { ...annIn1, left: { letters: 1, switches: 2 } },
    ],
    long: [
      { tabs: 2, left: { letters: 2, switches: 2 } },
      { ...annIn1, left: { letters: 2, switches: 2 } },
      { ...annIn2, left: { switches: 1 } },
      { ...annIn2, left: { switches: 1, 'log-outs': 1, 'log-ins': 1 } },
    ],
  },
};

/** Without each rule, a fault is found in each of these. */
export const proofs: Readonly<Record<Rule, readonly Slice[]>> = {
  1: [{ tabs: 2, left: { letters: 2 } }],
  2: [
    { ...annIn2, left: { 'log-outs': 1, 'log-ins': 1, freezes: 1 } },
    { tabs: 2, left: { letters: 1, switches: 1 } },
  ],
  3: [with1('log-outs', 'freezes'), { tabs: 2, left: { letters: 1, switches: 1 } }],
  4: [{ ...annIn2, left: { letters: 2, 'acts elsewhere': 1, stalls: 2 }, first: outrun }],
  5: [{ ...annIn1, left: { letters: 2, 'lost requests': 1 } }],
  6: [{ ...annIn1, left: { presses: 2, 'late requests': 1 } }],
  7: [{ ...annIn1, left: { files: 1, 'files elsewhere': 1 } }],
  8: [{ ...annIn2, left: { 'log-outs': 1, 'log-ins': 1, freezes: 1 } }],
  yielding: [{ ...annIn1, left: { letters: 1, 'acts elsewhere': 1 } }],
  replacing: [
    {
      ...annIn1,
      left: { files: 2, removals: 1, reloads: 1 },
      first: [...takenBack, onDisk, onDisk, once('a file is chosen'), onDisk],
    },
  ],
  voiding: [{ ...file('removals', 'late file requests'), first: posted }],
  tries: [{ ...annIn1, left: { files: 1, 'busy answers': 5, reloads: 1 } }],
};

/** A world in which everything is at rest, before the first budgeted happening. */
export function worldOf({ tabs, here, left, first = [] }: Slice, without?: Rule): World {
  const none = Object.fromEntries(budgets.map((budget) => [budget, 0])) as Record<Budget, number>;
  const world: World = {
    without,
    tabs: [],
    disk: new Map([[TURN_NAME, NEW_TURN]]),
    accounts: { ann: newAccount(1), bob: newAccount(100_000) },
    session: here,
    flights: [],
    files: {
      chosen: 0,
      safe: 0,
      places: 0,
      document: undefined,
      row: undefined,
      holder: undefined,
      voided: new Set(),
      givenUp: new Set(),
      takenBack: new Set(),
      busy: 0,
      converted: new Set(),
      agreed: new Set(),
      flights: [],
    },
    truth: {
      over: new Map(),
      keys: new Map(),
      onDisk: new Set(),
      inAccount: new Set(),
      seen: new Set(),
      dropped: new Set(),
      presses: 0,
      safePresses: 0,
    },
    left: none,
    time: 1,
  };
  for (let tab = 0; tab < tabs; tab += 1) open(world, tab, 'abc'[tab]!);
  return first.reduce(after, { ...atRest(world), left: { ...none, ...left } });
}

function newAccount(version: number): Account {
  return { answers: new Map(), calls: new Map(), version };
}
