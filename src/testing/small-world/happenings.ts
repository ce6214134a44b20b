// All that can happen in the small world. `judge.ts` judges it.

import { conflictsIn } from '#application/account/select.ts';
import { TURN_NAME } from './disk.ts';
import {
  commit,
  goOnClearing,
  hasNews,
  hasOrphans,
  hear,
  isWritten,
  open,
  readDisk,
  startWriting,
  thaw,
  toggleShared,
} from './pages.ts';
import * as files from './files.ts';
import * as people from './people.ts';
import * as sending from './sending.ts';
import { tabIn, type Budget, type FileFlight, type Flight, type Tab, type World } from './world.ts';

export interface Happening {
  /** It happens at most as often as the slice allows. Without a budget, it happens by itself, sooner or later. */
  readonly budget?: Budget;
  /** Where it can happen now: in which tab or to which request; for letters, also in which question. */
  readonly where: (world: World) => readonly number[];
  readonly run: (world: World, where: number) => void;
}

type Test = (tab: Tab, world: World) => boolean;
const tabs = (can: Test) => (world: World) =>
  world.tabs.flatMap((tab, index) => (can(tab, world) ? [index] : []));
/** Tabs that are neither frozen nor closed. */
const running = (can: Test = () => true) => tabs((tab, world) => tab.is === 'running' && can(tab, world));
const flights = (can: (flight: Flight) => boolean) => (world: World) =>
  world.flights.flatMap((flight, index) => (can(flight) ? [index] : []));
const isAwaited = ({ tab }: Flight) => tab !== undefined;
const fileFlights =
  (can: (flight: FileFlight) => boolean = () => true) =>
  (world: World) =>
    world.files.flights.flatMap((flight, index) => (can(flight) ? [index] : []));
const isAsked: Test = ({ state }) => conflictsIn(state).length > 0;

const ofPeople: Readonly<Record<string, Happening>> = {
  'a letter is typed': {
    budget: 'letters',
    where: (world) =>
      running(people.canBeUsed)(world).flatMap((tab) =>
        people.usedKeys(world).map((_, key) => tab * people.KEYS.length + key),
      ),
    run: people.type,
  },
  'Add another is pressed': {
    budget: 'presses',
    where: running((tab, world) => people.isApplicant(tab) && people.canBeUsed(tab, world)),
    run: people.pressAddAnother,
  },
  'of two values, the own one is kept': {
    budget: 'choices',
    where: running(isAsked),
    run: (world, index) => people.choose(world, index, 'mine'),
  },
  'of two values, the other one is kept': {
    budget: 'choices',
    where: running(isAsked),
    run: (world, index) => people.choose(world, index, 'theirs'),
  },
  'another device changes an answer': {
    budget: 'acts elsewhere',
    where: (world) => people.usedKeys(world).map((_, key) => key),
    run: people.changeElsewhere,
  },
  'ann logs in': {
    budget: 'log-ins',
    where: running(people.canLogIn),
    run: (world, index) => people.logIn(world, index, 'ann'),
  },
  'bob logs in': {
    budget: 'log-ins',
    where: running(people.canLogIn),
    run: (world, index) => people.logIn(world, index, 'bob'),
  },
  'the applicant logs out': {
    budget: 'log-outs',
    // Nobody types in one tab and logs out in another within the time of a write.
    where: running(
      (tab, world) =>
        people.isApplicant(tab) &&
        people.canBeUsed(tab, world) &&
        world.tabs.every((one) => one.is !== 'running' || isWritten(one)),
    ),
    run: people.logOut,
  },
  'storing is turned off or on': { budget: 'switches', where: running(people.canBeUsed), run: toggleShared },
  'a file is chosen': {
    budget: 'files',
    where: running((tab, world) => people.canBeUsed(tab, world) && files.canBeChosen(tab)),
    run: files.choose,
  },
  'another device attaches a file': {
    budget: 'files elsewhere',
    where: () => [0],
    run: files.attachElsewhere,
  },
  'the file is taken back': { budget: 'removals', where: running(files.canBeTakenBack), run: files.takeBack },
  "the other device's file is to be replaced": {
    budget: 'choices',
    where: running(files.isAsking),
    run: (world, index) => files.decide(world, index, true),
  },
  "the other device's file stays": {
    budget: 'choices',
    where: running(files.isAsking),
    run: (world, index) => files.decide(world, index, false),
  },
};

const byItself: Readonly<Record<string, Happening>> = {
  'a write is on the disk': {
    where: running(({ writing }) => writing !== undefined),
    run(world, index) {
      commit(world, index);
      sending.goOn(world, index);
    },
  },
  'a tab hears another one': { where: running(({ inbox }) => inbox.length > 0), run: hear },
  'a tab writes what a tab that has crashed has told': {
    where: running((tab, world) => hasOrphans(world, tab)),
    run: (world, index) => startWriting(tabIn(world, index)),
  },
  'a tab reads the disk': {
    where: running((tab, world) => tab.inbox.length === 0 && hasNews(world, tab)),
    run(world, index) {
      tabIn(world, index);
      readDisk(world, index);
    },
  },
  'a tab seals or wipes': {
    where: running(({ clearing, writing, unwritten: { waiting, hasFailed } }) => {
      return clearing.length > 0 && writing === undefined && (waiting.size === 0 || hasFailed);
    }),
    run: goOnClearing,
  },
  'a tab loads again, because somebody has logged in': {
    where: running(({ mustReload }) => mustReload),
    run: (world, index) => open(world, index, world.tabs[index]!.name),
  },
  'a profile is read after a log-in': {
    where: running(({ arriving, clearing }) => arriving !== undefined && clearing.length === 0),
    run: sending.arrive,
  },
  'a tab takes its turn to send': {
    where: running((tab, world) => sending.wantsToSend(world, tab) && sending.maySend(world)),
    run: sending.begin,
  },
  'a request reaches the server': { where: flights(() => true), run: sending.land },
  'a response is heard': {
    where: running(({ asking }) => asking?.heard !== undefined),
    run: (world, index) => sending.hearResponse(world, index, world.tabs[index]!.asking!.heard!),
  },
  'a request about a file begins': {
    where: running((tab, world) => files.isDue(world, tab)),
    run: files.begin,
  },
  'what a tab reads or writes about a file is done': {
    where: running(({ rows }) => rows.length > 0),
    run: files.workOnRow,
  },
  'a request about a file that is replaced here is given up': {
    where: running(files.isPassed),
    run: files.pass,
  },
  'a request about a file reaches the server': {
    where: fileFlights(),
    run: (world, at) => files.land(world, at),
  },
  'the response about a file is heard': {
    where: running(files.hasHeard),
    run: files.hear,
  },
  'a tab that is shown again has the account read': {
    where: running((tab, world) => sending.isOutdated(world, tab)),
    run: sending.wake,
  },
  'a frozen tab thaws': { where: tabs(({ is }) => is === 'frozen'), run: thaw },
};

const faults: Readonly<Record<string, Happening>> = {
  'a tab is killed': { budget: 'kills', where: tabs(({ is }) => is !== 'closed'), run: sending.kill },
  'a tab is loaded again': {
    budget: 'reloads',
    where: running(),
    run: sending.loadAgain,
  },
  'a tab freezes': {
    budget: 'freezes',
    where: running(),
    run: (world, index) => void (tabIn(world, index).is = 'frozen'),
  },
  'a tab waits no longer for the one that sends': {
    budget: 'stalls',
    where: running(
      (tab, world) => sending.wantsToSend(world, tab) && sending.holderIn(world)?.is === 'running',
    ),
    run: sending.begin,
  },
  'a session ends': {
    budget: 'expiries',
    where: ({ session }) => (session === undefined ? [] : [0]),
    run: (world) => void (world.session = undefined),
  },
  'the browser clears the storage': {
    budget: 'clearings',
    where: ({ disk }) => (disk.has(TURN_NAME) ? [0] : []),
    run: ({ disk }) => disk.clear(),
  },
  'a message is lost': {
    budget: 'lost messages',
    where: tabs(({ inbox }) => inbox.length > 0),
    run: (world, index) => void tabIn(world, index).inbox.shift(),
  },
  'a request is lost': {
    budget: 'lost requests',
    where: flights(isAwaited),
    run: (world, at) => sending.giveUp(world, world.flights.splice(at, 1)[0]?.tab),
  },
  'a response is lost': {
    budget: 'lost requests',
    where: running(({ asking }) => asking?.heard !== undefined),
    run: sending.giveUp,
  },
  'a request is given up, and still on its way': {
    budget: 'late requests',
    where: flights(isAwaited),
    run: sending.giveUpFlight,
  },
  'the server is too busy for a file': {
    budget: 'busy answers',
    where: fileFlights(({ tab, at }) => tab !== undefined && at === 'presign'),
    run: files.refuse,
  },
  'a request about a file is lost': {
    budget: 'lost requests',
    where: fileFlights(({ tab }) => tab !== undefined),
    run: (world, at) => files.giveUp(world, at, false),
  },
  'a request about a file is given up, and still on its way': {
    budget: 'late file requests',
    where: fileFlights(({ tab }) => tab !== undefined),
    run: (world, at) => files.giveUp(world, at, true),
  },
  'a request about a file reaches the server, and will once more': {
    budget: 'doubled requests',
    where: fileFlights(),
    run: (world, at) => files.land(world, at, false),
  },
  'a request reaches the server, and will once more': {
    budget: 'doubled requests',
    where: flights(() => true),
    run(world, at) {
      world.flights.push({ ...world.flights[at]!, tab: undefined });
      sending.land(world, at);
    },
  },
};

export const happenings: Readonly<Record<string, Happening>> = { ...ofPeople, ...byItself, ...faults };
