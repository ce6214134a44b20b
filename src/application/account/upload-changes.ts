// The changes of a file in a run of `step`.
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Run } from '../events.ts';
import { NEVER } from '#retry.ts';
import { answerIn, isAtServer } from '../select.ts';
import { changeAnswers } from '../step.ts';
import type { FileRow } from '#files/stored-files.ts';
import type { Upload } from './upload-model.ts';
import { placeOf } from './upload-view.ts';

/** A file of which this device only knows that the server has it. */
export const ELSEWHERE: Omit<Upload, 'name' | 'notBefore'> = {
  step: 'converting',
  isOnDevice: false,
  isWaiting: false,
  waitedMs: 0,
};
/** A file chosen here. */
export const CHOSEN: typeof ELSEWHERE = { ...ELSEWHERE, step: 'chosen' };

/**
 * Ends an upload that has failed (specification §8): the applicant is told, and the field is cleared. If the account
 * may have another file, that file stays. So does a document that could not be deleted.
 */
export function fail(
  run: Run,
  key: AnswerKey,
  upload: Upload,
  said: string,
  step: 'failed' | 'unknown' = 'failed',
): void {
  const { id, name, file } = upload;
  const isRemoval = upload.step === 'removing';
  if (!isRemoval) run.effects.push({ do: 'noteFile', key, id, as: 'failed', message: said, file });
  put(run, key, { ...ELSEWHERE, step, id, name, file, said, isOnDevice: !isRemoval }, NEVER);
  // If the result is unknown, the file may be attached, now or later.
  if (step === 'unknown') return;
  const isLooked = upload.step !== 'chosen' && upload.step !== 'asking';
  const isAlone = isAtServer(upload) || (isLooked && upload.theirs === undefined);
  if (isAlone && !isRemoval) readList(run, key, EMPTY_ANSWER, upload);
  else readList(run, key);
}

/** Stores how far a file is, unless another one has replaced it. */
export function keep(run: Run, key: AnswerKey, upload: Omit<Upload, 'notBefore'>, waitMs?: number): void {
  run.effects.push({ do: 'noteFile', key, id: upload.id, as: 'stored', row: rowOf(run, upload, waitMs) });
}

/** The row of a file. */
function rowOf({ now }: Run, upload: Omit<Upload, 'notBefore'>, waitMs = 0): FileRow {
  const { id = '', name, file, theirs, trouble } = upload;
  const its = {
    id,
    name,
    type: file?.type ?? '',
    place: placeOf(upload),
    theirs: theirs ?? undefined,
    trouble,
  };
  return { ...its, isSent: isAtServer(upload), next: now.wall + waitMs };
}

/**
 * Reads the list of documents again.
 *
 * @param answer the new answer of the question, if it has changed; other tabs read the list then, too
 * @param failed first makes the server forget this failed conversion. If that fails, the next one replaces it.
 */
function readList(run: Run, key: AnswerKey, answer?: string, failed?: Upload): void {
  if (answer !== undefined) setAnswer(run, key, answer);
  const [forgets, isChanged] = [failed !== undefined, answer !== undefined];
  // A tag that names no document: a server with tags then deletes nothing.
  run.effects.push({ do: 'readFiles', key, forgets, place: placeOf(failed) ?? '', isChanged });
}

/**
 * Sets the answer of a file question. The account is read before it is sent: the server may have written the answer
 * itself, and then there is nothing to send.
 */
export function setAnswer(run: Run, key: AnswerKey, answer: string): void {
  if (answerIn(run.state, key) === answer) return;
  changeAnswers(run, { [key]: answer });
  run.state.line.mustRead = true;
}

/** @param waitMs how long the next request about it waits */
export function put(run: Run, key: AnswerKey, upload: Omit<Upload, 'notBefore'>, waitMs = 0): void {
  const next = { ...upload, notBefore: run.now.elapsed + waitMs };
  say(run, key, next);
  run.state.files.set(key, next);
}

export function drop(run: Run, key: AnswerKey): void {
  say(run, key, undefined);
  run.state.files.delete(key);
}

/** Ends an upload whose outcome the list of documents shows. */
export function end(run: Run, key: AnswerKey, answer?: string): void {
  drop(run, key);
  readList(run, key, answer);
}

/** Reports a new failure, and withdraws one that is no longer true. */
function say({ state, effects }: Run, key: AnswerKey, next: Upload | undefined): void {
  const present = state.files.get(key);
  if (present?.said === next?.said) return;
  const isRemoval = present?.step === 'removing' || next?.step === 'removing';
  const at = isRemoval ? 'deleting' : next !== undefined && isAtServer(next) ? 'converting' : 'uploading';
  effects.push({ do: 'sayFile', key, name: next?.name ?? '', sentence: next?.said, at });
}
