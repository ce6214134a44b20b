// What one step changes of a file.
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { answerIn } from '../select.ts';
import { changeAnswers } from '../step.ts';
import type { Turn } from '../turn.ts';
import type { Converting, Failed, Outgoing, Upload } from './upload-model.ts';
import { isSpared } from './upload-next.ts';

export const NEVER = Number.POSITIVE_INFINITY;

/** Ends an upload that has failed (specification §8): the field is cleared, and the applicant is told. */
export function fail(turn: Turn, key: AnswerKey, upload: Upload, message: string, isUnknown = false): void {
  const { id, file } = upload;
  turn.effects.push({ do: 'keepFile', key, id, as: 'failed', message, file });
  put(turn, key, { ...failure(message, { id, name: upload.name, file, isOnDevice: true }), isUnknown });
  // If the result is unknown, the file may be attached, now or later.
  if (isUnknown) return;
  if (isSpared(upload)) readList(turn, key);
  else readList(turn, key, EMPTY_ANSWER, true);
}

/**
 * Reads the list of documents again.
 *
 * @param answer the new answer of the question, if it has changed; other tabs read the list then, too
 * @param forgets first has the server forget the failed conversion. If that fails, the next one replaces it.
 */
export function readList(turn: Turn, key: AnswerKey, answer?: string, forgets = false): void {
  if (answer !== undefined) setAnswer(turn, key, answer);
  turn.effects.push({ do: 'readFiles', key, forgets, isChanged: answer !== undefined });
}

export function setAnswer(turn: Turn, key: AnswerKey, answer: string): void {
  if (answerIn(turn.state, key) !== answer) changeAnswers(turn, { [key]: answer });
}

export function put(turn: Turn, key: AnswerKey, upload: Upload): void {
  say(turn, key, upload);
  turn.state.files.set(key, upload);
}

export function drop(turn: Turn, key: AnswerKey): void {
  say(turn, key, undefined);
  turn.state.files.delete(key);
}

/** Says a new failure, and takes back one that no longer holds. */
function say({ state, effects }: Turn, key: AnswerKey, next: Upload | undefined): void {
  if (state.files.get(key)?.said === next?.said) return;
  effects.push({ do: 'sayFile', key, name: next?.name ?? '', sentence: next?.said });
}

type Subject<U extends Upload> = Pick<U, 'name' | 'id' | 'file'> & Partial<Pick<U, 'isOnDevice'>>;

const fresh = { isOffline: false, isRemoving: false, said: undefined } as const;

export function outgoing({ now }: Turn, { name, id, file, isOnDevice = false }: Subject<Outgoing>): Outgoing {
  return {
    ...fresh,
    step: 'sending',
    name,
    id,
    file,
    isOnDevice,
    isKnown: false,
    isSpared: true,
    isLooked: false,
    theirs: undefined,
    posted: undefined,
    failures: {},
    notBefore: now.elapsed,
  };
}

export function converting(
  { now }: Turn,
  { name, id, file, isOnDevice = false }: Subject<Converting>,
): Converting {
  return {
    ...fresh,
    step: 'converting',
    name,
    id,
    file,
    isOnDevice,
    since: now.elapsed,
    polledAt: now.elapsed,
    onlineMs: 0,
    failures: 0,
    refusals: 0,
    isLong: false,
    listTries: undefined,
    notBefore: now.elapsed,
  };
}

export function failure(message: string, { name, id, file, isOnDevice = false }: Subject<Upload>): Failed {
  const said = message;
  return {
    ...fresh,
    step: 'failed',
    name,
    id,
    file,
    message,
    isUnknown: false,
    isOnDevice,
    notBefore: NEVER,
    said,
  };
}
