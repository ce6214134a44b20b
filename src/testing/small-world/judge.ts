// What is checked at each happening, and in each state in which nothing happens by itself.
import { hasWork } from '#application/account/sending.ts';
import { accountStatusOf } from '#application/account/status.ts';
import { isOperation } from '#application/calls.ts';
import { nameOf, ownerOfDraft } from '#application/records.ts';
import { conflictsIn } from '#application/account/copies.ts';
import { answerIn, waitingCalls } from '#application/select.ts';
import { visitorStatusOf } from '#application/status.ts';
import { FILE_KEY, faultsOfFiles, isAsking } from './files.ts';
import { isApplicant, KEYS } from './people.ts';
import { isWritten, laterThan, nowIn, OWNER } from './pages.ts';
import { isElsewhere, mayReplace } from './truth.ts';
import type { Tab, Value, World } from './world.ts';

const CALL = 'add-another:college';

function storedIn({ disk, tabs }: World, key: string): Value {
  const owner = tabs[0] === undefined ? '' : ownerOfDraft(tabs[0].state);
  const value = disk.get(nameOf('answers', owner, key))?.value;
  return typeof value === 'string' ? value : '';
}

/** Returns what went wrong between two worlds that are one happening apart. */
export function faultsBetween(before: World, after: World): readonly string[] {
  return [
    ...faultsOfFiles(before, after),
    ...replacements(before, after),
    ...needlessQuestions(before, after),
    ...untrueWords(before, after),
  ];
}

/** No older value replaces a newer one unasked. */
function replacements(before: World, after: World): readonly string[] {
  const faults: string[] = [];
  const replaced = (where: string, from: Value, to: Value) => {
    if (to !== '' && !mayReplace(after, to, from)) faults.push(`${where}, ${to} replaces ${from}, unasked`);
  };
  /**
   * The account's answers are not lost while this device shows what was entered here; the account is checked
   * separately.
   */
  const replacedHere = (where: string, from: Value, to: Value) =>
    after.truth.inAccount.has(from) || replaced(where, from, to);
  for (const key of KEYS) {
    const saved = ({ account }: World) => account.answers.get(key) ?? '';
    replaced('in the account', saved(before), saved(after));
    replacedHere('on the disk', storedIn(before, key), storedIn(after, key));
    for (const [index, tab] of after.tabs.entries()) {
      const was = before.tabs[index];
      const isSamePage = was !== undefined && was !== tab && was.state.who === tab.state.who;
      if (isSamePage && tab.is !== 'closed')
        replacedHere(`in tab ${tab.name}`, answerIn(was.state, key), answerIn(tab.state, key));
    }
  }
  for (const [place, number] of before.account.calls)
    if ((after.account.calls.get(place) ?? 0) < number) faults.push('an older call replaces a newer one');
  return faults;
}

/** Nobody is asked about a value that they have replaced on this device. */
function needlessQuestions(before: World, after: World): readonly string[] {
  return changed(before, after).flatMap(({ name, state }) =>
    conflictsIn(state)
      .filter(({ mine, theirs }) => !isElsewhere(theirs) && mayReplace(after, mine, theirs))
      .map(({ mine, theirs }) => `tab ${name} asks whether ${mine} may replace ${theirs}`),
  );
}

/** The status never says "saved" about something that is not saved. */
function untrueWords(before: World, after: World): readonly string[] {
  const isIn = (place: ReadonlySet<Value>, value: Value) =>
    value === '' || [...place].some((one) => mayReplace(after, one, value));
  return changed(before, after).flatMap((tab) => {
    const statusOf = isApplicant(tab) ? accountStatusOf : visitorStatusOf;
    const { text } = statusOf(tab.state, nowIn(after));
    const isSaid = (words: string) => text.includes(words);
    return KEYS.map((key) => answerIn(tab.state, key)).flatMap((value) => [
      ...(isSaid('Saved to your account') && !isIn(after.truth.inAccount, value)
        ? [`${value} is said to be saved, and is not in the account`]
        : []),
      // The status may say that another tab's letters are stored before that tab has written them.
      ...(isSaid('Saved on this device') && tab.heard.size === 0 && !isIn(after.truth.onDisk, value)
        ? [`${value} is said to be on this device, and is not`]
        : []),
    ]);
  });
}

function changed(before: World, after: World): readonly Tab[] {
  return after.tabs.filter((tab, index) => tab.is !== 'closed' && before.tabs[index] !== tab);
}

/** Notes what has reached the disk or the account, and must not be lost from then on. */
export function note(world: World): void {
  const { truth, account, disk } = world;
  for (const key of KEYS) {
    const [saved, stored] = [account.answers.get(key) ?? '', storedIn(world, key)];
    if (saved !== '') truth.inAccount.add(saved);
    if (stored !== '') truth.onDisk.add(stored);
  }
  const call = disk.get(nameOf('calls', OWNER, CALL))?.value;
  if (isOperation(call) && call.kind === 'add-another')
    truth.safePresses = Math.max(truth.safePresses, call.num_components);
}

/** When nothing happens by itself any more, nothing is unwritten, unsent or lost. */
export function faultsAtRest(world: World): readonly string[] {
  const open = world.tabs.filter(({ is }) => is !== 'closed');
  if (open.length === 0) return [];
  const faults: string[] = [];
  for (const tab of open) {
    const { name, state } = tab;
    if (!isWritten(tab) || !state.isWritten) faults.push(`tab ${name} is not written`);
    if (hasWork(state, laterThan(world).elapsed)) faults.push(`tab ${name} has not sent everything`);
    if (waitingCalls(state).length > 0) faults.push(`tab ${name} has not made every call`);
    if (state.files.has(FILE_KEY) && !isAsking(tab)) faults.push(`the file of tab ${name} is not attached`);
  }
  for (const key of KEYS) faults.push(...lostOf(world, open, key));
  if ((world.account.calls.get(CALL) ?? 0) < world.truth.safePresses) faults.push('a call is lost');
  return faults;
}

function lostOf(world: World, open: readonly Tab[], key: string): readonly string[] {
  const { truth, account } = world;
  const asked = open.flatMap(({ state }) => conflictsIn(state)).filter((one) => one.key === key);
  const [saved, stored] = [account.answers.get(key) ?? '', storedIn(world, key)];
  const faults = open.flatMap((tab) => {
    const value = answerIn(tab.state, key);
    const there = isApplicant(tab) ? saved : stored;
    if (value === there || asked.length > 0) return [];
    return [`tab ${tab.name} shows ${value || 'nothing'} instead of ${there || 'nothing'}`];
  });
  const kept = [saved, stored, ...asked.flatMap(({ mine, theirs }) => [mine, theirs])];
  for (const value of new Set([...truth.onDisk, ...truth.inAccount]))
    if (truth.keys.get(value) === key && !kept.some((one) => mayReplace(world, one, value)))
      faults.push(`${value} is lost`);
  return faults;
}
