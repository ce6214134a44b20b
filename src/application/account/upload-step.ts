// What a file's events change. Pure, like `../step.ts`.
import { isPending } from '#contract/document-answer.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { ANSWERED } from '#form/change.ts';
import type { FileRow, StoredFile } from '#files/stored-files.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_LONGEST_MS, CONVERSION_POLL_MS } from '#limits.ts';
import type { Steps, Run } from '../events.ts';
import { NEVER, waitAfter } from '#retry.ts';
import { answerIn } from '../select.ts';
import { changeAnswers } from '../step.ts';
import type { About, Upload, UploadEvents } from './upload-model.ts';
import { isFollowed, isOutrun, isThere } from './upload-view.ts';

/** If the server asks for a longer wait, the applicant is told instead. */
const LONGEST_ASKED_MS = 60_000;
/** If the storage fails for this long, the applicant is told. The file waits, and is tried again. */
const STORAGE_PATIENCE_MS = 20_000;
/**
 * An attempt, or a look at a conversion, fails after this many failures in a row. The storage has about seven minutes:
 * the longest request is the most likely to be interrupted.
 */
const TRIES = { offline: NEVER, portal: NEVER, storage: 16, busy: 3, refused: 1 };
const POLLS = { offline: NEVER, portal: NEVER, storage: NEVER, busy: NEVER, refused: 3 };

const NOT_REACHED = 'The file did not reach us. Please choose it again.';
const CONVERSION_UNKNOWN =
  'We could not find out whether your file is attached. Please check again later, or choose it again.';

/** A file of which this device only knows that the server has it. */
const ELSEWHERE: Omit<Upload, 'name' | 'notBefore'> = {
  id: '',
  step: 'converting',
  isOnDevice: false,
  isWaiting: false,
  waitedMs: 0,
};

export const uploadSteps: Steps<keyof UploadEvents> = {
  /**
   * Follows what this device stores. A file that another tab has chosen, sent or removed is in the same state here. A
   * failure of an earlier visit is shown at its field, and not reported again.
   */
  filesFound(run, { rows }) {
    const { files } = run.state;
    for (const [key, upload] of [...files]) if (isFollowed(upload) && !rows.has(key)) end(run, key);
    for (const [key, row] of rows) {
      const present = files.get(key);
      const found = fromRow(run, row);
      if (present === undefined || isOutrun(present, row)) {
        drop(run, key);
        files.set(key, found);
      } else if (present.id === row.id && present.step === 'waiting') {
        const { place = present.place, over = present.over } = row;
        files.set(key, { ...present, place, over, trouble: present.trouble ?? found.trouble });
      }
    }
  },

  fileChosen(run, { key, id, file, over, message: said = '' }) {
    const { name } = file;
    const present = run.state.files.get(key);
    // What was chosen or taken back before may be replaced unasked.
    const own = over ?? present?.place ?? present?.over;
    if (said === '')
      return setUpload(run, key, { ...ELSEWHERE, step: 'waiting', id, name, file, over: own }, NEVER);
    drop(run, key);
    const { id: before = id, isOnDevice = false } = present ?? {};
    const unfit = { ...ELSEWHERE, step: 'failed', id: before, name, over: own, said, isOnDevice } as const;
    run.state.files.set(key, { ...unfit, notBefore: NEVER });
  },
  fileStored: ofChoice((run, { key, file, isOnDevice }, upload) =>
    setUpload(run, key, { ...upload, file, isOnDevice }),
  ),
  // It cannot replace anything either.
  fileUnread: ofChoice((run, { key, sentence }, upload) => fail(run, key, upload, sentence, 'beside')),

  fileInLine: ofChoice((run, { key }, upload) => setUpload(run, key, { ...upload, isWaiting: true }, NEVER)),
  fileBegun: ofChoice((run, { key }, upload) => setUpload(run, key, upload, NEVER)),
  fileHindered: ofChoice((run, { key, trouble }, upload) => {
    const { is, begunAt, sentence, retryAfterMs = 0, isAlone } = trouble;
    const before = upload.trouble?.is === is ? upload.trouble : { failures: 0, since: begunAt };
    const [failures, isPoll] = [before.failures + 1, upload.step === 'converting'];
    if (isPoll && failures >= POLLS[is])
      return fail(run, key, upload, `${sentence} ${CONVERSION_UNKNOWN}`, 'unknown');
    if (!isPoll && (failures >= TRIES[is] || (is === 'busy' && retryAfterMs > LONGEST_ASKED_MS)))
      return fail(run, key, upload, sentence, isAlone ? 'alone' : 'beside');
    // The server's own message is shown at once; the save status shows a missing network.
    const isPatient = is === 'storage' && run.now.elapsed - before.since < STORAGE_PATIENCE_MS;
    const said = is === 'offline' || isPatient ? upload.said : sentence;
    const tried = { ...upload, said, isWaiting: !isPoll, trouble: { ...before, is, failures } };
    const waitMs = waitAfter(trouble, failures);
    if (isPoll) return pollIn(run, key, tried, Math.max(CONVERSION_POLL_MS, waitMs));
    setUpload(run, key, tried, waitMs);
    storeUpload(run, key, tried, waitMs);
  }),

  fileUploading: ofChoice((run, { key }, upload) =>
    setUpload(run, key, { ...upload, isWaiting: false }, NEVER),
  ),
  filePlaced: ofChoice((run, { key, place }, upload) => {
    storeUpload(run, key, { ...upload, place });
    setUpload(run, key, { ...upload, place }, NEVER);
  }),
  /** A file of another device is not replaced without asking. */
  fileMet: ofChoice((run, { key, theirs }, upload) => {
    if (isThere(theirs)) return setUpload(run, key, { ...upload, step: 'asking', theirs }, NEVER);
    storeUpload(run, key, { ...upload, over: undefined });
    setUpload(run, key, { ...upload, over: undefined });
  }),
  fileDecided(run, { key, replaces }) {
    const upload = run.state.files.get(key);
    if (upload?.step !== 'asking') return;
    const { theirs } = upload;
    if (replaces) {
      const agreed = { ...upload, step: 'waiting', over: theirs?.place, isWaiting: false } as const;
      storeUpload(run, key, agreed);
      return setUpload(run, key, agreed);
    }
    note(run, key, upload.id);
    end(run, key, theirs?.status === 'COMPLETED' ? ANSWERED : undefined);
  },
  fileAccepted: ofChoice((run, { key }, { id, name, file, isOnDevice, place }) => {
    const sent = { ...ELSEWHERE, id, name, file, isOnDevice, place };
    storeUpload(run, key, sent);
    setUpload(run, key, sent);
  }),

  /** A conversion whose result stayed unknown is not polled again until the page is reloaded. */
  conversionSeen(run, { key, document: { file_name: name, place } }) {
    const { step, isUnknown = false } = run.state.files.get(key) ?? { step: 'failed' };
    if (step === 'failed' && !isUnknown) setUpload(run, key, { ...ELSEWHERE, name, place });
  },
  conversionHeard: ofChoice((run, { key, status, message, place }, upload) => {
    const heard = { ...upload, trouble: undefined, said: undefined };
    const isOthers = place !== undefined && place !== (upload.place ?? place);
    // Another device has replaced this file. The list shows the state of the other one.
    if (isOthers || (status === 'NOT_ANSWERED' && upload.id === '')) {
      note(run, key, upload.id);
      end(run, key);
    } else if (isPending(status)) pollIn(run, key, heard, CONVERSION_POLL_MS);
    else if (status === 'COMPLETED') {
      note(run, key, upload.id);
      setAnswer(run, key, ANSWERED);
      // Until the list is read, so that the field changes from "converting" to "attached" at once.
      setUpload(run, key, { ...heard, isOnDevice: false }, NEVER);
    } else fail(run, key, upload, status === 'NOT_ANSWERED' ? NOT_REACHED : sentenceIn(message), 'alone');
  }),

  filesHastened({ state, now, effects }, { key: only }) {
    // A message about another tab's file may have been lost.
    if (only === undefined) effects.push({ do: 'findFiles' });
    for (const [key, upload] of state.files)
      if ((only ?? key) === key && upload.notBefore !== NEVER)
        state.files.set(key, { ...upload, notBefore: Math.min(upload.notBefore, now.elapsed) });
  },
  fileSeen(run, { key }) {
    const upload = run.state.files.get(key);
    if (upload?.step !== 'failed' || !upload.isOnDevice) return;
    run.state.files.set(key, { ...upload, isOnDevice: false });
    note(run, key, upload.id);
  },

  fileEnded: ofChoice((run, { key }) => drop(run, key)),
  fileRemoved(run, { key, isOthers }) {
    if (!hasChosen(run, key)) end(run, key, isOthers ? undefined : EMPTY_ANSWER);
  },
  removalFailed(run, { key, name, place, sentence: said }) {
    if (hasChosen(run, key)) return;
    run.state.files.set(key, { ...ELSEWHERE, step: 'failed', name, place, said, notBefore: NEVER });
    run.effects.push({ do: 'sayFile', key, name, sentence: said, at: 'deleting' });
    readList(run, key);
  },
};

/** Handles an event only while its choice of a file is the question's present one. */
function ofChoice<E extends About>(hear: (run: Run, event: E, upload: Upload) => void) {
  return (run: Run, event: E): void => {
    const upload = run.state.files.get(event.key);
    if (upload !== undefined && upload.id === event.id) hear(run, event, upload);
  };
}

/** Whether a file has been chosen since the removal began. */
function hasChosen({ state }: Run, key: AnswerKey): boolean {
  return (state.files.get(key)?.id ?? '') !== '';
}

/** What an earlier visit, or another tab, has left. */
function fromRow({ now }: Run, row: StoredFile): Upload {
  const { step, trouble, next = 0 } = row;
  const waitMs = trouble === undefined || trouble.is === 'offline' ? 0 : next - now.wall;
  // By the next attempt, the clock of the device may have been set.
  const dueMs = step === 'failed' ? NEVER : Math.min(Math.max(0, waitMs), LONGEST_ASKED_MS);
  return {
    ...ELSEWHERE,
    ...row,
    isOnDevice: true,
    isWaiting: step === 'waiting',
    notBefore: now.elapsed + dueMs,
    trouble: trouble && { ...trouble, since: now.elapsed },
  };
}

/** The server ends conversions that hang. If it never does, polling ends, and nothing is deleted. */
function pollIn(run: Run, key: AnswerKey, upload: Upload, waitMs: number): void {
  const { waitedMs, trouble } = upload;
  if (waitedMs >= CONVERSION_LONGEST_MS) fail(run, key, upload, CONVERSION_UNKNOWN, 'unknown');
  else
    setUpload(run, key, { ...upload, waitedMs: waitedMs + (trouble?.is === 'offline' ? 0 : waitMs) }, waitMs);
}

/**
 * Ends an upload that has failed (specification §8): the applicant is told, and the field is cleared.
 *
 * @param where `beside`: the account may have another document, which stays. `unknown`: the file may be attached.
 */
function fail(
  run: Run,
  key: AnswerKey,
  { id, name, file, place, over: before }: Upload,
  said: string,
  where: 'alone' | 'beside' | 'unknown',
): void {
  const isUnknown = where === 'unknown';
  // What is chosen next may replace what the account may have of this one.
  const over = isUnknown ? place : before;
  const its = { id, name, file, said, isUnknown, over };
  const failed = { ...ELSEWHERE, ...its, step: 'failed', isOnDevice: true } as const;
  storeUpload(run, key, failed);
  setUpload(run, key, failed, NEVER);
  // A tag that names no document: a server with tags then deletes nothing.
  if (where === 'alone') readList(run, key, EMPTY_ANSWER, place ?? '');
  else if (where === 'beside') readList(run, key);
}

/** Stores how far a file is, unless another one has replaced it. */
function storeUpload(run: Run, key: AnswerKey, upload: Omit<Upload, 'notBefore'>, waitMs = 0): void {
  const { id, name, file, place, over, trouble, said } = upload;
  const step = upload.step === 'asking' ? 'waiting' : upload.step;
  const its = { id, name, type: file?.type ?? '', step, place, over, trouble };
  const next = run.now.wall + waitMs;
  note(run, key, id, { ...its, next, said: step === 'failed' ? said : undefined });
}

/** Without a row, the device stores nothing of it any more. */
function note(run: Run, key: AnswerKey, id: string, row?: FileRow): void {
  run.effects.push({ do: 'noteFile', key, id, row });
}

/**
 * Reads the list of documents again.
 *
 * @param answer the new answer of the question, if it has changed; other tabs read the list then, too
 * @param failed the place of a failed conversion, which the server is to forget. If that fails, the next one replaces it.
 */
function readList(run: Run, key: AnswerKey, answer?: string, failed?: string): void {
  if (answer !== undefined) setAnswer(run, key, answer);
  run.effects.push({ do: 'readFiles', key, failed, isChanged: answer !== undefined });
}

/**
 * Sets the answer of a file question. The account is read before it is sent: the server may have written the answer
 * itself, and then there is nothing to send.
 */
function setAnswer(run: Run, key: AnswerKey, answer: string): void {
  if (answerIn(run.state, key) === answer) return;
  changeAnswers(run, { [key]: answer });
  run.state.sending.isStale = true;
}

/** @param waitMs how long the next request about it waits */
function setUpload(run: Run, key: AnswerKey, upload: Omit<Upload, 'notBefore'>, waitMs = 0): void {
  say(run, key, upload);
  run.state.files.set(key, { ...upload, notBefore: run.now.elapsed + waitMs });
}

function drop(run: Run, key: AnswerKey): void {
  say(run, key, undefined);
  run.state.files.delete(key);
}

/** Ends an upload whose outcome the list of documents shows. */
function end(run: Run, key: AnswerKey, answer?: string): void {
  drop(run, key);
  readList(run, key, answer);
}

/** Reports a new failure, and withdraws one that is no longer true. */
function say({ state, effects }: Run, key: AnswerKey, next: Omit<Upload, 'notBefore'> | undefined): void {
  if (state.files.get(key)?.said === next?.said) return;
  const at = next?.step === 'converting' ? 'converting' : 'uploading';
  effects.push({ do: 'sayFile', key, name: next?.name ?? '', sentence: next?.said, at });
}
