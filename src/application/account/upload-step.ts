// The effects of a file's events. Pure, like `../step.ts`.
import type { ListedDocument } from '#api/account-headers.ts';
import { isPending } from '#contract/document-answer.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { ANSWERED } from '#form/change.ts';
import type { StoredFile } from '#files/stored-files.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import type { Steps, Transition } from '../events.ts';
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
  filesFound(transition, { kept, failed }) {
    const { files } = transition.state;
    for (const [key, upload] of [...files]) if (isFollowed(upload) && !kept.has(key)) end(transition, key);
    for (const [key, row] of kept) {
      const present = files.get(key);
      const found = fromRow(transition, row);
      if (present?.id === row.id && present.step === 'chosen' && !row.isSent) {
        const { theirs = found.theirs, trouble = found.trouble } = present;
        files.set(key, { ...present, theirs, trouble, place: found.place ?? present.place });
      } else if (present === undefined || isOutrun(present, row)) {
        drop(transition, key);
        files.set(key, found);
      }
    }
    for (const [key, { message: said, file }] of failed) {
      const past = { ...ELSEWHERE, step: 'failed', name: file?.name ?? '', said, file } as const;
      if (!files.has(key)) files.set(key, { ...past, isOnDevice: true, notBefore: NEVER });
    }
  },

  fileChosen(transition, { key, id, file, message: said }) {
    const { name } = file;
    const present = transition.state.files.get(key);
    // What was chosen or taken back before may be replaced unasked.
    const theirs = present && documentOf(present);
    if (said === undefined) return put(transition, key, { ...CHOSEN, theirs, name, id, file }, NEVER);
    const isOnDevice = present?.isOnDevice ?? false;
    drop(transition, key);
    const unfit = { ...ELSEWHERE, step: 'failed', name, id, said, isOnDevice, notBefore: NEVER } as const;
    transition.state.files.set(key, unfit);
  },
  fileStored: ofChoice((transition, { key, file, isOnDevice }, upload) =>
    put(transition, key, { ...upload, file, isOnDevice }),
  ),
  fileUnreadable: ofChoice((transition, { key, sentence }, upload) =>
    fail(transition, key, upload, sentence),
  ),

  fileInLine: ofChoice((transition, { key }, upload) =>
    put(transition, key, { ...upload, isWaiting: true }, NEVER),
  ),
  fileBegun: ofChoice((transition, { key }, upload) => put(transition, key, upload, NEVER)),
  fileHindered: ofChoice((transition, { key, trouble }, upload) => {
    const { is, sentence, begunAt } = trouble;
    const before = upload.trouble?.is === is ? upload.trouble : { failures: 0, since: begunAt };
    const failures = before.failures + 1;
    const tried = { ...upload, trouble: { ...before, is, failures } };
    if (!isAtServer(upload)) return tryAgain(transition, key, tried, trouble);
    if (is === 'refused' && failures >= POLLS_REFUSED)
      return fail(transition, key, tried, `${sentence} ${CONVERSION_UNKNOWN}`, 'unknown');
    const said = is === 'offline' ? upload.said : sentence;
    pollAgain(
      transition,
      key,
      { ...tried, said },
      Math.max(CONVERSION_POLL_MS, waitAfter(trouble, failures)),
    );
  }),

  /** A different file of another device is not replaced without asking. */
  fileLooked: ofChoice((transition, { key, theirs: listed }, upload) => {
    const theirs = isThere(listed) ? listed : undefined;
    const isArrived = isOurs(theirs, upload);
    if (isArrived && theirs?.place !== undefined) return converting(transition, key, upload);
    const isAgreed = upload.theirs ? isSame(theirs, upload.theirs) : false;
    if (theirs === undefined || isArrived || isAgreed)
      put(transition, key, { ...upload, theirs, step: afterLook(upload) });
    else put(transition, key, { ...upload, theirs, step: 'asking' }, NEVER);
  }),
  fileDecided(transition, { key, replaces }) {
    const upload = transition.state.files.get(key);
    if (upload?.step !== 'asking') return;
    if (replaces) {
      keep(transition, key, upload);
      return put(transition, key, { ...upload, step: afterLook(upload), isWaiting: false });
    }
    transition.effects.push({ do: 'noteFile', key, id: upload.id, as: 'done' });
    end(transition, key, upload.theirs?.status === 'COMPLETED' ? ANSWERED : undefined);
  },
  filePlaced: ofChoice((transition, { key, place }, upload) =>
    put(transition, key, { ...upload, step: 'placed', place, isWaiting: false }),
  ),
  filePosted: ofChoice((transition, { key }, upload) => {
    // Before its conversion is requested: if the response is lost, the device still recognizes its own file.
    keep(transition, key, upload);
    put(transition, key, { ...upload, step: 'posted' });
  }),
  fileConverting: ofChoice((transition, { key }, upload) => converting(transition, key, upload)),

  /** A conversion whose result stayed unknown is not polled again until the page is reloaded. */
  conversionSeen(transition, { key, document }) {
    const { step = 'failed' } = transition.state.files.get(key) ?? {};
    const { file_name: name, place } = document;
    if (step === 'failed') put(transition, key, { ...ELSEWHERE, name, place: placeNamed(place) });
  },
  conversionHeard: ofChoice((transition, { key, status, message, place }, upload) => {
    const heard = { ...upload, trouble: undefined, said: undefined };
    const own = placeOf(upload);
    // Another device has replaced this file. The list shows the state of the other one.
    if (place !== undefined && own !== undefined && place !== own) {
      removed(transition, key, upload);
    } else if (isPending(status)) pollAgain(transition, key, heard, CONVERSION_POLL_MS);
    else if (status === 'COMPLETED') {
      transition.effects.push({ do: 'noteFile', key, id: upload.id, as: 'done' });
      setAnswer(transition, key, ANSWERED);
      // Read the list first, so that the field changes from "converting" to "attached" at once.
      put(transition, key, { ...heard, step: 'attached' });
    }
    // The list was outdated.
    else if (status === 'NOT_ANSWERED' && upload.id === undefined) end(transition, key);
    // Perhaps another tab is deleting the file: the server has done so, and that tab has not noted it here yet.
    else if (status === 'NOT_ANSWERED' && upload.trouble?.is !== 'missed')
      pollAgain(transition, key, { ...heard, trouble: first('missed', transition) }, CONVERSION_POLL_MS);
    else fail(transition, key, upload, status === 'NOT_ANSWERED' ? NOT_REACHED : sentenceIn(message));
  }),
  listRead: ofChoice((transition, { key, isRead }, upload) => {
    const { trouble = { ...first('broken', transition), failures: 0 } } = upload;
    const failures = trouble.failures + 1;
    if (isRead || failures >= LIST_TRIES) drop(transition, key);
    else
      put(transition, key, { ...upload, trouble: { ...trouble, failures } }, CONVERSION_POLL_MS * failures);
  }),

  filesHastened({ state, now, effects }, { key: only }) {
    // A message about another tab's file may have been lost.
    if (only === undefined) effects.push({ do: 'findFiles' });
    for (const [key, upload] of state.files)
      if ((only ?? key) === key && upload.notBefore !== NEVER)
        state.files.set(key, { ...upload, notBefore: Math.min(upload.notBefore, now.elapsed) });
  },
  fileSeen(transition, { key }) {
    const upload = transition.state.files.get(key);
    if (upload === undefined || !hasFailed(upload) || !upload.isOnDevice) return;
    put(transition, key, { ...upload, isOnDevice: false }, NEVER);
    transition.effects.push({ do: 'noteFile', key, as: 'seen' });
  },
  /** Only what the server may have is deleted there, and nothing of another device. */
  removalAsked(transition, { key, id, upload, shown }) {
    const isShown = upload === undefined || hasFailed(upload);
    const theirs = isShown ? shown : documentOf(upload, shown);
    if (upload !== undefined && theirs === undefined) return end(transition, key);
    const name = theirs?.file_name ?? '';
    put(transition, key, { ...ELSEWHERE, step: 'removing', name, id, theirs }, NEVER);
  },
  fileRemoved: ofChoice((transition, { key, isOthers }) =>
    end(transition, key, isOthers ? undefined : EMPTY_ANSWER),
  ),
  removalFailed: ofChoice((transition, { key, sentence }, upload) => fail(transition, key, upload, sentence)),
};

/** Handles an event only while its choice of a file is the question's present one. */
function ofChoice<E extends About>(hear: (transition: Transition, event: E, upload: Upload) => void) {
  return (transition: Transition, event: E): void => {
    const upload = transition.state.files.get(event.key);
    if (upload !== undefined && upload.id === event.id) hear(transition, event, upload);
  };
}

/** The device stores nothing of it any more. */
function removed(transition: Transition, key: AnswerKey, { id }: Upload, answer?: string): void {
  transition.effects.push({ do: 'noteFile', key, id, as: 'done' });
  end(transition, key, answer);
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
function fromRow({ now }: Transition, row: StoredFile): Upload {
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
function converting(transition: Transition, key: AnswerKey, upload: Upload): void {
  const { id, name, file, isOnDevice, place } = upload;
  const sent = { ...ELSEWHERE, id, name, file, isOnDevice, place };
  keep(transition, key, sent);
  put(transition, key, sent);
}
