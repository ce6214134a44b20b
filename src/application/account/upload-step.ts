// The effects of a file's events. Pure, like `../step.ts`.
import type { ListedDocument } from '#api/account-headers.ts';
import { isPending } from '#contract/document-answer.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { ANSWERED } from '#form/change.ts';
import type { StoredFile } from '#files/stored-files.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import type { Steps, Run } from '../events.ts';
import { NEVER, waitAfter } from '#retry.ts';
import { hasFailed, isAtServer } from '../select.ts';
import type { About, Upload, UploadEvents } from './upload-model.ts';
import { isFollowed, isOurs, isOutrun, isSame, isThere, placeNamed, placeOf } from './upload-view.ts';
import {
  afterLook,
  CONVERSION_UNKNOWN,
  first,
  LONGEST_ASKED_MS,
  pollAgain,
  tryAgain,
} from './upload-tries.ts';
import { CHOSEN, drop, ELSEWHERE, end, fail, keep, put, setAnswer } from './upload-changes.ts';

/** Polling ends after this many refusals in a row. */
const POLLS_REFUSED = 3;
/** The list of documents is tried this often after an upload; later queries will show the file anyway. */
const LIST_TRIES = 5;

const NOT_REACHED = 'The file did not reach us. Please choose it again.';

export const uploadSteps: Steps<keyof UploadEvents> = {
  /**
   * Follows what this device stores. A file that another tab has chosen, sent or removed is in the same state here. A
   * failure of an earlier visit is shown at its field, and not reported again.
   */
  filesFound(run, { kept, failed }) {
    const { files } = run.state;
    for (const [key, upload] of [...files]) if (isFollowed(upload) && !kept.has(key)) end(run, key);
    for (const [key, row] of kept) {
      const present = files.get(key);
      const found = fromRow(run, row);
      if (present?.id === row.id && present.step === 'chosen' && !row.isSent) {
        const { theirs = found.theirs, trouble = found.trouble } = present;
        files.set(key, { ...present, theirs, trouble, place: found.place ?? present.place });
      } else if (present === undefined || isOutrun(present, row)) {
        drop(run, key);
        files.set(key, found);
      }
    }
    for (const [key, { message: said, file }] of failed) {
      const past = { ...ELSEWHERE, step: 'failed', name: file?.name ?? '', said, file } as const;
      if (!files.has(key)) files.set(key, { ...past, isOnDevice: true, notBefore: NEVER });
    }
  },

  fileChosen(run, { key, id, file, message: said }) {
    const { name } = file;
    const present = run.state.files.get(key);
    // What was chosen or taken back before may be replaced unasked.
    const theirs = present && documentOf(present);
    if (said === undefined) return put(run, key, { ...CHOSEN, theirs, name, id, file }, NEVER);
    const isOnDevice = present?.isOnDevice ?? false;
    drop(run, key);
    const unfit = { ...ELSEWHERE, step: 'failed', name, id, said, isOnDevice, notBefore: NEVER } as const;
    run.state.files.set(key, unfit);
  },
  fileStored: ofChoice((run, { key, file, isOnDevice }, upload) =>
    put(run, key, { ...upload, file, isOnDevice }),
  ),
  fileFailed: ofChoice((run, { key, sentence }, upload) => fail(run, key, upload, sentence)),

  fileInLine: ofChoice((run, { key }, upload) => put(run, key, { ...upload, isWaiting: true }, NEVER)),
  fileBegun: ofChoice((run, { key }, upload) => put(run, key, upload, NEVER)),
  fileHindered: ofChoice((run, { key, trouble }, upload) => {
    const { is, sentence, begunAt } = trouble;
    const before = upload.trouble?.is === is ? upload.trouble : { failures: 0, since: begunAt };
    const failures = before.failures + 1;
    const tried = { ...upload, trouble: { ...before, is, failures } };
    if (!isAtServer(upload)) return tryAgain(run, key, tried, trouble);
    if (is === 'refused' && failures >= POLLS_REFUSED)
      return fail(run, key, tried, `${sentence} ${CONVERSION_UNKNOWN}`, 'unknown');
    const said = is === 'offline' ? upload.said : sentence;
    pollAgain(run, key, { ...tried, said }, Math.max(CONVERSION_POLL_MS, waitAfter(trouble, failures)));
  }),

  /** A different file of another device is not replaced without asking. */
  fileLooked: ofChoice((run, { key, theirs: listed }, upload) => {
    const theirs = isThere(listed) ? listed : undefined;
    const isArrived = isOurs(theirs, upload);
    if (isArrived && theirs?.place !== undefined) return converting(run, key, upload);
    const isAgreed = upload.theirs ? isSame(theirs, upload.theirs) : false;
    if (theirs === undefined || isArrived || isAgreed)
      put(run, key, { ...upload, theirs, step: afterLook(upload) });
    else put(run, key, { ...upload, theirs, step: 'asking' }, NEVER);
  }),
  fileDecided(run, { key, replaces }) {
    const upload = run.state.files.get(key);
    if (upload?.step !== 'asking') return;
    if (replaces) {
      keep(run, key, upload);
      return put(run, key, { ...upload, step: afterLook(upload), isWaiting: false });
    }
    run.effects.push({ do: 'noteFile', key, id: upload.id, as: 'done' });
    end(run, key, upload.theirs?.status === 'COMPLETED' ? ANSWERED : undefined);
  },
  filePlaced: ofChoice((run, { key, place }, upload) =>
    put(run, key, { ...upload, step: 'placed', place, isWaiting: false }),
  ),
  filePosted: ofChoice((run, { key }, upload) => {
    // Before its conversion is requested: if the response is lost, the device still recognizes its own file.
    keep(run, key, upload);
    put(run, key, { ...upload, step: 'posted' });
  }),
  fileConverting: ofChoice((run, { key }, upload) => converting(run, key, upload)),

  /** A conversion whose result stayed unknown is not polled again until the page is reloaded. */
  conversionSeen(run, { key, document }) {
    const { step = 'failed' } = run.state.files.get(key) ?? {};
    const { file_name: name, place } = document;
    if (step === 'failed') put(run, key, { ...ELSEWHERE, name, place: placeNamed(place) });
  },
  conversionHeard: ofChoice((run, { key, status, message, place }, upload) => {
    const heard = { ...upload, trouble: undefined, said: undefined };
    const own = placeOf(upload);
    // Another device has replaced this file. The list shows the state of the other one.
    if (place !== undefined && own !== undefined && place !== own) {
      removed(run, key, upload);
    } else if (isPending(status)) pollAgain(run, key, heard, CONVERSION_POLL_MS);
    else if (status === 'COMPLETED') {
      run.effects.push({ do: 'noteFile', key, id: upload.id, as: 'done' });
      setAnswer(run, key, ANSWERED);
      // Read the list first, so that the field changes from "converting" to "attached" at once.
      put(run, key, { ...heard, step: 'attached' });
    }
    // The list was outdated.
    else if (status === 'NOT_ANSWERED' && upload.id === undefined) end(run, key);
    // Perhaps another tab is deleting the file: the server has done so, and that tab has not noted it here yet.
    else if (status === 'NOT_ANSWERED' && upload.trouble?.is !== 'missed')
      pollAgain(run, key, { ...heard, trouble: first('missed', run) }, CONVERSION_POLL_MS);
    else fail(run, key, upload, status === 'NOT_ANSWERED' ? NOT_REACHED : sentenceIn(message));
  }),
  listRead: ofChoice((run, { key, isRead }, upload) => {
    const { trouble = { ...first('broken', run), failures: 0 } } = upload;
    const failures = trouble.failures + 1;
    if (isRead || failures >= LIST_TRIES) drop(run, key);
    else put(run, key, { ...upload, trouble: { ...trouble, failures } }, CONVERSION_POLL_MS * failures);
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
    if (upload === undefined || !hasFailed(upload) || !upload.isOnDevice) return;
    put(run, key, { ...upload, isOnDevice: false }, NEVER);
    run.effects.push({ do: 'noteFile', key, as: 'seen' });
  },
  /** Only what the server may have is deleted there, and nothing of another device. */
  removalAsked(run, { key, id, upload, shown }) {
    const isShown = upload === undefined || hasFailed(upload);
    const theirs = isShown ? shown : documentOf(upload, shown);
    if (upload !== undefined && theirs === undefined) return end(run, key);
    const name = theirs?.file_name ?? '';
    put(run, key, { ...ELSEWHERE, step: 'removing', name, id, theirs }, NEVER);
  },
  fileRemoved: ofChoice((run, { key, isOthers }) => end(run, key, isOthers ? undefined : EMPTY_ANSWER)),
};

/** Handles an event only while its choice of a file is the question's present one. */
function ofChoice<E extends About>(hear: (run: Run, event: E, upload: Upload) => void) {
  return (run: Run, event: E): void => {
    const upload = run.state.files.get(event.key);
    if (upload !== undefined && upload.id === event.id) hear(run, event, upload);
  };
}

/** The device stores nothing of it any more. */
function removed(run: Run, key: AnswerKey, { id }: Upload, answer?: string): void {
  run.effects.push({ do: 'noteFile', key, id, as: 'done' });
  end(run, key, answer);
}

/** The document that an upload has become, or may have; `undefined` if the server has nothing of it. */
function documentOf(upload: Upload, shown?: ListedDocument): ListedDocument | undefined {
  const { step, name, file, theirs } = upload;
  if (step === 'removing') return theirs ?? undefined;
  const place = step === 'placed' ? undefined : placeOf(upload);
  const size = file?.size ?? shown?.file_size ?? 0;
  const document = { file_name: name, file_size: size, status: 'COMPLETED' } as const;
  if (isAtServer(upload)) return { ...document, place: place ?? shown?.place };
  return place !== undefined || isOurs(theirs ?? undefined, upload) ? { ...document, place } : undefined;
}

/** What an earlier visit, or another tab, has left. */
function fromRow({ now }: Run, row: StoredFile): Upload {
  const { id, name, file, theirs, isSent, trouble, next = 0 } = row;
  const its = { id, name, file, place: placeNamed(row.place), isOnDevice: true, isWaiting: !isSent };
  const waitMs = trouble === undefined || trouble.is === 'offline' ? 0 : next - now.wall;
  return {
    ...ELSEWHERE,
    ...its,
    step: isSent ? 'converting' : 'chosen',
    theirs: theirs && { ...theirs, status: 'COMPLETED' },
    // By then, the clock of the device may have been set.
    notBefore: now.elapsed + Math.min(Math.max(0, waitMs), LONGEST_ASKED_MS),
    trouble: trouble && { ...trouble, since: now.elapsed },
  };
}

/** The server has agreed to convert the file. */
function converting(run: Run, key: AnswerKey, upload: Upload): void {
  const { id, name, file, isOnDevice, place } = upload;
  const sent = { ...ELSEWHERE, id, name, file, isOnDevice, place };
  keep(run, key, sent);
  put(run, key, sent);
}
