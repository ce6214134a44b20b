// What is checked at each happening, and in each state in which nothing happens by itself.
import { conflictsIn } from '#application/account/select.ts';
import { hasWork } from '#application/account/sending.ts';
import { accountStatusOf } from '#application/account/status.ts';
import { SEEN } from '#application/draft.ts';
import type { Change, Operation, Seen, State } from '#application/model.ts';
import { ANONYMOUS, nameOf } from '#application/record-names.ts';
import { draftOf, ownerOfDraft, recordAt } from '#application/records.ts';
import { answerIn, waitingCalls } from '#application/select.ts';
import { visitorStatusOf } from '#application/status.ts';
import { changeStored, NEW_TURN, storedTurn, valueAt, valueStored } from './disk.ts';
import { FILE_KEY } from './file-server.ts';
import { isAsking } from './files.ts';
import { faultsOfFiles, faultsOfRow } from './judge-files.ts';
import { KEYS } from './people.ts';
import { isWritten, laterThan, nowIn } from './pages.ts';
import { isElsewhere, mayReplace } from './truth.ts';
import type { Person, Tab, Value, World } from './world.ts';

const PEOPLE = ['ann', 'bob'] as const satisfies readonly Person[];
const CALL = 'add-another:college';

/** Returns what went wrong between two worlds that are one happening apart. */
export function faultsBetween(before: World, after: World): readonly string[] {
  return [
    ...faultsOfFiles(before, after),
    ...replacements(before, after),
    ...needlessQuestions(before, after),
    ...untrueWords(before, after),
    ...strangers(before, after),
    ...restored(before, after),
    ...kept(after),
  ];
}

interface Held {
  readonly value: Value;
  /** Another value that is kept beside it until the applicant has chosen. */
  readonly rival: Value;
}

function heldOnDisk(world: World, owner: string, key: string): Held {
  return { value: valueStored(world, owner, key), rival: changeStored(world, owner, key)?.rival ?? '' };
}

function heldIn(state: State, key: string): Held {
  return { value: answerIn(state, key), rival: draftOf(state).answers.get(key)?.value?.rival ?? '' };
}

/** No older value replaces a newer one unasked. */
function replacements(before: World, after: World): readonly string[] {
  const faults: string[] = [];
  const replaced = (where: string, from: Value, to: Value, rival = '') => {
    if (to !== '' && ![to, rival].some((one) => mayReplace(after, one, from)))
      faults.push(`${where}, ${to} replaces ${from}, unasked`);
  };
  /**
   * The account's answers are not lost while this device shows what was entered here; the account is checked
   * separately. The applicant is asked about a rival.
   */
  const replacedHere = (where: string, before: Held, { value, rival }: Held) => {
    for (const from of [before.value, before.rival])
      if (!after.truth.inAccount.has(from)) replaced(where, from, value, rival);
  };
  for (const key of KEYS) {
    for (const person of PEOPLE)
      replaced(
        'in the account',
        before.accounts[person].answers.get(key) ?? '',
        after.accounts[person].answers.get(key) ?? '',
      );
    for (const owner of [...PEOPLE, ANONYMOUS])
      replacedHere('on the disk', heldOnDisk(before, owner, key), heldOnDisk(after, owner, key));
    for (const [index, tab] of after.tabs.entries()) {
      const was = before.tabs[index];
      const isSamePage = was !== undefined && was !== tab && was.state.who === tab.state.who;
      if (isSamePage && tab.is !== 'closed')
        replacedHere(`in tab ${index + 1}`, heldIn(was.state, key), heldIn(tab.state, key));
    }
  }
  for (const person of PEOPLE)
    for (const [callKey, number] of before.accounts[person].calls)
      if ((after.accounts[person].calls.get(callKey) ?? 0) < number)
        faults.push('an older call replaces a newer one');
  return faults;
}

/** Nobody is asked about a value that they have replaced on this device. */
function needlessQuestions(before: World, after: World): readonly string[] {
  return after.tabs.flatMap((tab, index) => {
    if (tab.is === 'closed' || before.tabs[index] === tab) return [];
    const needless = conflictsIn(tab.state).filter(
      ({ mine, theirs }) => !isElsewhere(theirs) && mayReplace(after, mine, theirs),
    );
    return needless.map(({ mine, theirs }) => `tab ${tab.name} asks whether ${mine} may replace ${theirs}`);
  });
}

/** The status never says "saved" about something that is not saved. */
function untrueWords(before: World, after: World): readonly string[] {
  const faults: string[] = [];
  for (const [index, tab] of after.tabs.entries()) {
    if (tab.is === 'closed' || before.tabs[index] === tab) continue;
    const statusOf = tab.state.who.is === 'applicant' ? accountStatusOf : visitorStatusOf;
    const { text } = statusOf(tab.state, nowIn(after));
    for (const key of KEYS) {
      const value = answerIn(tab.state, key);
      if (text.startsWith('Saved to your account') && !isIn(after, after.truth.inAccount, value))
        faults.push(`${value} is said to be saved, and is not in the account`);
      if (text.includes('Saved on this device') && tab.held.isShared)
        faults.push('a shared computer says that it stores answers');
      if (
        text.includes('Saved on this device') &&
        !isElsewhere(value) &&
        !isIn(after, after.truth.onDisk, value)
      )
        faults.push(`${value} is said to be on this device, and is not`);
    }
  }
  return faults;
}

/** Whether a value is in a place, or one that was entered over it. */
function isIn(world: World, place: ReadonlySet<Value>, value: Value): boolean {
  return value === '' || [...place].some((one) => mayReplace(world, one, value));
}

/** Nothing of one person is shown to another, or sent as another's. */
function strangers(before: World, after: World): readonly string[] {
  const faults: string[] = [];
  const isOf = (owner: string, value: Value) =>
    value === '' || value.startsWith(owner) || value.startsWith('any');
  for (const key of KEYS) {
    for (const person of PEOPLE) {
      const value = after.accounts[person].answers.get(key) ?? '';
      if (!isOf(person, value)) faults.push(`${value} is sent to ${person}`);
    }
    for (const [index, { state, is }] of after.tabs.entries()) {
      const { who } = state;
      if (is === 'closed' || who.is !== 'applicant') continue;
      const { value, rival } = heldIn(state, key);
      for (const one of [value, rival])
        if (!isOf(who.owner, one)) faults.push(`${one} is shown to ${who.owner}`);
      const isShownAgain = before.tabs[index]?.is === 'frozen' && is === 'running';
      if (
        isShownAgain &&
        after.session !== undefined &&
        after.session !== who.owner &&
        isLoggedInAs(after, after.session)
      )
        faults.push(`the page of ${who.owner} is shown to ${after.session}`);
    }
  }
  return faults;
}

/** Nothing that a chosen logout has deleted is written again. */
function restored(before: World, after: World): readonly string[] {
  const turn = storedTurn(after);
  if (turn === undefined || turn.epoch === NEW_TURN.epoch || turn.account?.owner !== undefined) return [];
  return KEYS.flatMap((key) =>
    PEOPLE.map((person) => valueStored(after, person, key)).filter(
      (value, index) => value !== '' && valueStored(before, PEOPLE[index]!, key) === '',
    ),
  ).map((value) => `${value} is on the disk again, after a log-out`);
}

/** Nothing that is entered is stored on a shared computer. */
function kept(world: World): readonly string[] {
  const turn = storedTurn(world);
  if (turn?.isShared !== true) return [];
  const owners = [ANONYMOUS, turn.account?.owner ?? ANONYMOUS];
  return KEYS.flatMap((key) => owners.map((owner) => valueStored(world, owner, key)))
    .filter((value) => value !== '')
    .map((value) => `${value} is on the disk of a shared computer`);
}

function isLoggedInAs({ tabs }: World, person: Person): boolean {
  return tabs.some(({ state: { who } }) => who.is === 'applicant' && who.owner === person);
}

/** Notes what has reached the disk or the account, and must not be lost from then on. */
export function note(world: World): void {
  const { truth, accounts } = world;
  for (const key of KEYS) {
    for (const person of PEOPLE) {
      const saved = accounts[person].answers.get(key) ?? '';
      if (saved !== '') truth.inAccount.add(saved);
    }
    for (const owner of [...PEOPLE, ANONYMOUS]) {
      const stored = valueStored(world, owner, key);
      if (stored !== '') truth.onDisk.add(stored);
      const seen = valueAt(world, nameOf('seen', owner, SEEN)) as Seen | undefined;
      if (seen?.answers[key] !== undefined) truth.seen.add(seen.answers[key]);
    }
  }
  const call = valueAt(world, nameOf('calls', 'ann', CALL)) as Operation | null | undefined;
  if (call?.kind === 'add-another') truth.safePresses = Math.max(truth.safePresses, call.num_components);
}

/** When nothing happens by itself any more, nothing is unwritten, unsent or lost. */
export function faultsAtRest(world: World): readonly string[] {
  const faults: string[] = [];
  const open = world.tabs.filter(({ is }) => is !== 'closed');
  for (const tab of open) {
    // Once nobody is here, the account's answers may be forgotten, but no letter.
    const isGone = tab.state.who.is === 'departed';
    const isLetter = (name: string) => {
      const change = recordAt(tab.state, name)?.value as Change | undefined;
      const isAnswer = name.startsWith(nameOf('answers', '', '').slice(0, -1));
      return isAnswer && change !== undefined && !isIn(world, world.truth.inAccount, change.value);
    };
    const isUnwritten = isGone
      ? [...tab.unwritten.waiting].some(isLetter)
      : !isWritten(tab) || !tab.state.isWritten;
    if (isUnwritten) faults.push(`tab ${tab.name} is not written`);
    if (hasWork(tab.state, laterThan(world).elapsed)) faults.push(`tab ${tab.name} has not sent everything`);
    const { step = 'failed' } = tab.state.files.get(FILE_KEY) ?? {};
    if (step !== 'failed' && !world.tabs.some(isAsking))
      faults.push(`the file of tab ${tab.name} is not attached`);
    for (const { mine, theirs } of conflictsIn(tab.state))
      if (world.truth.seen.has(mine) && mayReplace(world, theirs, mine))
        faults.push(`tab ${tab.name} asks whether ${mine}, which had arrived, may replace ${theirs}`);
    if (tab.state.who.is === 'applicant' && waitingCalls(tab.state).length > 0)
      faults.push(`tab ${tab.name} has not made every call`);
  }
  faults.push(...faultsOfRow(world));
  if (open.length > 0) for (const key of KEYS) faults.push(...lostOf(world, open, key));
  const isHere = open.some(({ state: { who } }) => who.is === 'applicant' && who.owner === 'ann');
  if (isHere && (world.accounts.ann.calls.get(CALL) ?? 0) < world.truth.safePresses)
    faults.push('a call is lost');
  return faults;
}

function valuesIn({ drafts }: State, key: string): readonly Value[] {
  return [...drafts.values()].map(({ answers }) => answers.get(key)?.value?.value ?? '');
}

function lostOf(world: World, open: readonly Tab[], key: string): readonly string[] {
  const { truth, accounts } = world;
  const faults: string[] = [];
  const isShared = storedTurn(world)?.isShared === true;
  const asked = open.flatMap(({ state }) => conflictsIn(state)).filter((one) => one.key === key);
  for (const { state, name } of open) {
    // It shows the login.
    if (state.who.is === 'departed') continue;
    const value = answerIn(state, key);
    const saved = state.who.is === 'applicant' && accounts[state.who.owner as Person].answers.get(key);
    if (saved !== false && value !== (saved ?? '') && asked.length === 0)
      faults.push(`tab ${name} shows ${value || 'nothing'}, the account has ${saved ?? 'nothing'}`);
    const stored = valueStored(world, ownerOfDraft(state), key);
    if (saved === false && value !== (isShared ? answerIn(open[0]!.state, key) : stored))
      faults.push(`tab ${name} shows ${value || 'nothing'}, the disk has ${stored || 'nothing'}`);
  }
  const kept = [
    ...PEOPLE.map((person) => accounts[person].answers.get(key) ?? ''),
    ...[...PEOPLE, ANONYMOUS].flatMap((owner) => Object.values(heldOnDisk(world, owner, key))),
    ...asked.flatMap(({ mine, theirs }) => [mine, theirs]),
    // On a shared computer, all that is not in the account is in the memory of its tabs.
    ...(isShared ? open.flatMap(({ state }) => valuesIn(state, key)) : []),
  ];
  for (const value of new Set([...truth.onDisk, ...truth.inAccount]))
    if (
      truth.keys.get(value) === key &&
      !truth.dropped.has(value) &&
      !kept.some((one) => mayReplace(world, one, value))
    )
      faults.push(`${value} is lost`);
  return faults;
}
