// What is checked about files.
import { isAsking, uploadIn } from './files.ts';
import { isApplicant } from './people.ts';
import type { World } from './world.ts';

/** A file fails when the server has been too busy this often in a row. A page may end before it has noted the last time. */
const BUSY_MAX = 3;

/** Another device's file is not replaced or deleted without asking, and no older file of this device replaces a newer one. */
export function faultsOfFiles(before: World, after: World): readonly string[] {
  const [from, to] = [before.files.document, after.files.document];
  if (after.files.busy > BUSY_MAX + 1) return ['a file is tried more often than it may be'];
  const isAskedAgain = after.tabs.some(
    (tab) => isAsking(tab) && after.files.agreed.has(uploadIn(tab)?.theirs?.place ?? ''),
  );
  if (isAskedAgain) return ['whoever has taken a document back is asked whether to replace it'];
  if (from === undefined || from.place === to?.place || to?.by === 'another device') return [];
  if (from.by === 'another device' && !after.files.agreed.has(from.place))
    return ["another device's file is replaced, unasked"];
  return from.by === 'this device' && to !== undefined && to.rank < from.rank
    ? ['an older file replaces a newer one']
    : [];
}

/** Once nothing happens by itself any more, a file is attached, taken back, or waits for an answer. */
export function faultsOfRow({ files, tabs }: World): readonly string[] {
  const { document, row, givenUp, takenBack, safe } = files;
  const isHere = tabs.some((tab) => tab.is === 'running' && isApplicant(tab));
  if (!isHere || tabs.some(isAsking)) return [];
  const hasFailed = row?.step === 'failed';
  if (row !== undefined && !hasFailed) return ['a file is forgotten on this device'];
  const isOurs = document?.by === 'this device';
  const names = document === undefined ? [] : [document.place, ...(isOurs ? [`file ${document.rank}`] : [])];
  if (names.some((one) => takenBack.has(one))) return ['a document that was taken back is still attached'];
  const isSafe = document !== undefined && (!isOurs || document.rank === safe);
  return isSafe || safe === 0 || givenUp.has(`file ${safe}`) || hasFailed ? [] : ['a file is lost'];
}
