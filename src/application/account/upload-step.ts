// What follows from the events of a file. Pure, like `../step.ts`.
import { isPending } from '#contract/document-answer.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { ANSWERED } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_LONGEST_MS, CONVERSION_POLL_MS } from '#limits.ts';
import type { Steps, Turn } from '../events.ts';
import { NEVER, waitAfter } from '#retry.ts';
import { isAtServer } from '../select.ts';
import type { About, FileTrouble, Upload, UploadEvents } from './upload-model.ts';
import { isOurs, isSame, isThere } from './upload-view.ts';
import { CHOSEN, drop, ELSEWHERE, end, fail, put, readList, setAnswer } from './upload-turn.ts';

/** How often a tab checks whether another tab has finished sending the file. */
const OTHER_TAB_LOOK_MS = 3000;
/** If the server asks for a longer wait, the applicant is told instead. */
const LONGEST_ASKED_MS = 60_000;
/**
 * An upload fails after this many failures in a row. The storage has about seven minutes: the longest request of all is
 * the likeliest to meet a gap in the network.
 */
const TRIES = { offline: NEVER, portal: NEVER, storage: 16, busy: 3, outdated: 3, refused: 1, broken: 1 };
/** The applicant is told of a storage that fails for this long. The file waits, and is tried again. */
const STORAGE_PATIENCE_MS = 20_000;
/** Polling ends after this many refusals in a row. */
const POLLS_REFUSED = 3;
/** The list of documents is tried this often after an upload; later queries will show the file anyway. */
const LIST_TRIES = 5;

const CONVERSION_UNKNOWN =
  'We could not find out whether your file is attached. Please check again later, or choose it again.';
const NOT_REACHED = 'The file did not reach us. Please choose it again.';

export const uploadSteps: Steps<keyof UploadEvents> = {
  /** Continues with what earlier visits left. A failure from then is shown at its field, and not said again. */
  filesFound(turn, { kept, failed }) {
    const { files } = turn.state;
    for (const [key, { id, file, isSent, place: fileKey }] of kept) {
      const { step = 'failed', id: present } = files.get(key) ?? {};
      if ((step !== 'failed' && step !== 'attached') || present === id) continue;
      const kind = isSent ? ELSEWHERE : { ...CHOSEN, isWaiting: true };
      put(turn, key, { ...kind, isOnDevice: true, name: file.name, id, file, fileKey });
    }
    for (const [key, { message, file }] of failed) {
      const name = file?.name ?? '';
      if (!files.has(key))
        put(turn, key, { ...ELSEWHERE, isOnDevice: true, step: 'failed', name, message, file });
    }
  },

  fileChosen(turn, { key, id, file, message }) {
    const before = turn.state.files.get(key);
    const { name } = file;
    if (message !== undefined) {
      const isOnDevice = before?.isOnDevice ?? false;
      put(turn, key, { ...ELSEWHERE, step: 'failed', name, id, message, isOnDevice }, NEVER);
      return;
    }
    // What an earlier choice may have done to the account stays true.
    const isKnown = before !== undefined && before.step !== 'failed' && before.isKnown;
    const isSpared =
      before === undefined || before.step === 'failed' || isAtServer(before) || before.isSpared;
    put(turn, key, { ...CHOSEN, name, id, file, isKnown, isSpared }, NEVER);
  },
  fileKept: ofChoice((turn, { key, file, isOnDevice }, upload) =>
    put(turn, key, { ...upload, file, isOnDevice }),
  ),
  fileUnreadable: ofChoice((turn, { key, sentence }, upload) => fail(turn, key, upload, sentence)),

  fileBegun: ofChoice((turn, { key }, upload) => {
    const isSpared = upload.isSpared || upload.step === 'kept';
    const isKnown = upload.isKnown || upload.step === 'posted';
    const since = upload.trouble === 'storage' ? upload.since : turn.now.elapsed;
    put(turn, key, { ...upload, isSpared, isKnown, since }, NEVER);
  }),
  /** Another tab sends this file, or follows its conversion. What has become of it is looked up later. */
  fileBusy: ofChoice((turn, { key }, upload) => {
    const waiting = { ...upload, step: 'kept', isWaiting: true, trouble: undefined, failures: 0 } as const;
    put(turn, key, waiting, OTHER_TAB_LOOK_MS);
  }),
  fileHindered: ofChoice((turn, { key, trouble }, upload) => {
    const failures = upload.trouble === trouble.is ? upload.failures + 1 : 1;
    const tried = { ...upload, trouble: trouble.is, failures };
    if (!isAtServer(upload)) return tryAgain(turn, key, tried, trouble);
    const { is, sentence } = trouble;
    if (is === 'refused' && failures >= POLLS_REFUSED)
      return fail(turn, key, tried, `${sentence} ${CONVERSION_UNKNOWN}`, true);
    const said = is === 'offline' ? upload.said : sentence;
    pollAgain(turn, key, { ...tried, said }, Math.max(CONVERSION_POLL_MS, waitAfter(trouble, failures)));
  }),

  fileGone: ofChoice((turn, { key }, upload) => {
    // The device was cleared while it was asked: no other tab has taken this file.
    if (!upload.isOnDevice) return put(turn, key, upload);
    end(turn, key);
    // Perhaps another tab has chosen a new one.
    turn.effects.push({ do: 'findFiles' });
  }),
  /** A different file of another device is not replaced without asking. */
  fileLooked: ofChoice((turn, { key, theirs: listed, fileKey }, upload) => {
    const theirs = isThere(listed) ? listed : undefined;
    const looked = { ...upload, fileKey: fileKey ?? upload.fileKey, theirs };
    const next = { ...looked, step: afterLook(looked) };
    const isArrived = isOurs(theirs, looked);
    if (isArrived && theirs?.place !== undefined) converting(turn, key, looked);
    else if (theirs === undefined || isArrived)
      put(turn, key, { ...next, isSpared: false, isKnown: upload.isKnown || isArrived });
    else if (upload.theirs !== undefined && isSame(theirs, upload.theirs)) put(turn, key, next);
    else put(turn, key, { ...looked, step: 'asking' }, NEVER);
  }),
  fileDecided(turn, { key, replaces }) {
    const upload = turn.state.files.get(key);
    if (upload?.step !== 'asking') return;
    if (replaces) return put(turn, key, { ...upload, step: afterLook(upload), isWaiting: false });
    turn.effects.push({ do: 'keepFile', key, id: upload.id, as: 'done' });
    end(turn, key, upload.theirs?.status === 'COMPLETED' ? ANSWERED : undefined);
  },
  filePlaced: ofChoice((turn, { key, place }, upload) =>
    put(turn, key, { ...upload, step: 'placed', place, isWaiting: false }),
  ),
  filePosted: ofChoice((turn, { key }, upload) => {
    const { id, file, isOnDevice, place } = upload;
    const fileKey = place?.fields['key'] ?? '';
    // Before its conversion is requested: if the response is lost, the device still recognizes its own file.
    if (isOnDevice) turn.effects.push({ do: 'keepFile', key, id, as: 'posted', file, place: fileKey });
    put(turn, key, { ...upload, step: 'posted', fileKey });
  }),
  fileConverting: ofChoice((turn, { key, fileKey }, upload) =>
    converting(turn, key, { ...upload, fileKey: fileKey ?? upload.fileKey }),
  ),

  /** A conversion whose result stayed unknown is not polled again until the page is reloaded. */
  conversionSeen(turn, { key, name, fileKey }) {
    const upload = turn.state.files.get(key);
    if (upload === undefined || (upload.step === 'failed' && !upload.isUnknown))
      put(turn, key, { ...ELSEWHERE, name, fileKey });
  },
  conversionHeard: ofChoice((turn, { key, status, message, place }, upload) => {
    const { fileKey } = upload;
    // Another device has replaced this file. The list shows what has become of the other one.
    if (place !== undefined && fileKey !== undefined && place !== fileKey) {
      turn.effects.push({ do: 'keepFile', key, id: upload.id, as: 'done' });
      return end(turn, key);
    }
    const heard = { ...upload, trouble: undefined, failures: 0, isMissed: false, said: undefined };
    if (isPending(status)) pollAgain(turn, key, heard, CONVERSION_POLL_MS);
    else if (status === 'COMPLETED') {
      turn.effects.push({ do: 'keepFile', key, id: upload.id, as: 'done' });
      setAnswer(turn, key, ANSWERED);
      // The list comes first, so that the field changes from "converting" to "attached" at once.
      put(turn, key, { ...heard, step: 'attached' });
    }
    // The list was an old one.
    else if (status === 'NOT_ANSWERED' && upload.id === undefined) end(turn, key);
    // Perhaps another tab is removing it: at the server first, and here once that has succeeded.
    else if (status === 'NOT_ANSWERED' && !upload.isMissed)
      pollAgain(turn, key, { ...heard, isMissed: true }, CONVERSION_POLL_MS);
    else fail(turn, key, upload, status === 'NOT_ANSWERED' ? NOT_REACHED : sentenceIn(message));
  }),
  listRead: ofChoice((turn, { key, isRead }, upload) => {
    const failures = upload.failures + 1;
    if (isRead || failures >= LIST_TRIES) drop(turn, key);
    else put(turn, key, { ...upload, failures }, CONVERSION_POLL_MS * failures);
  }),

  filesHastened({ state, now, effects }, { key: only }) {
    // Another tab may have stored a file whose message has not come.
    if (only === undefined) effects.push({ do: 'findFiles' });
    for (const [key, upload] of state.files)
      if ((only ?? key) === key && upload.notBefore !== NEVER)
        state.files.set(key, { ...upload, notBefore: Math.min(upload.notBefore, now.elapsed) });
  },
  deviceAnew({ state }) {
    for (const [key, upload] of state.files) state.files.set(key, { ...upload, isOnDevice: false });
  },
  fileSeen(turn, { key }) {
    const upload = turn.state.files.get(key);
    if (upload?.step !== 'failed' || !upload.isOnDevice) return;
    put(turn, key, { ...upload, isOnDevice: false }, NEVER);
    turn.effects.push({ do: 'keepFile', key, as: 'seen' });
  },
  removalBegun(turn, { key }) {
    const upload = turn.state.files.get(key);
    if (upload !== undefined) put(turn, key, { ...upload, isRemoving: true });
  },
  removalFailed(turn, { key }) {
    const upload = turn.state.files.get(key);
    if (upload !== undefined) put(turn, key, { ...upload, isRemoving: false });
    readList(turn, key);
  },
  fileRemoved(turn, { key, id, isSpared }) {
    if (turn.state.files.get(key)?.id === id) drop(turn, key);
    readList(turn, key, isSpared ? undefined : EMPTY_ANSWER);
  },
};

/** Hears an event only while its choice of a file is the one of its question. */
function ofChoice<E extends About>(hear: (turn: Turn, event: E, upload: Upload) => void) {
  return (turn: Turn, event: E): void => {
    const upload = turn.state.files.get(event.key);
    if (upload !== undefined && upload.id === event.id) hear(turn, event, upload);
  };
}

/** The server has agreed to convert the file. */
function converting(turn: Turn, key: AnswerKey, { id, name, file, isOnDevice, fileKey }: Upload): void {
  turn.effects.push({ do: 'keepFile', key, id, as: 'sent', file, place: fileKey });
  put(turn, key, { ...ELSEWHERE, id, name, file, isOnDevice, fileKey });
}

/** What the storage has already is not posted again. */
function afterLook({ fileKey }: Upload): Upload['step'] {
  return fileKey === undefined ? 'free' : 'posted';
}

function tryAgain(turn: Turn, key: AnswerKey, upload: Upload, trouble: FileTrouble): void {
  const { step, isWaiting, failures } = upload;
  const { is, sentence, retryAfterMs = 0 } = trouble;
  const isFinal = is === 'refused' || is === 'broken';
  // A list that the server does not give keeps no file here. What it would have named stays spared.
  if (step === 'kept' && isFinal) put(turn, key, { ...upload, step: afterLook(upload) });
  // Storage deletes files that stay unconverted for long: what an earlier attempt has posted is sent again.
  else if (step === 'posted' && is === 'refused' && isWaiting)
    put(turn, key, { ...upload, step: 'free', fileKey: undefined });
  else if (failures >= TRIES[is] || (is === 'busy' && retryAfterMs > LONGEST_ASKED_MS))
    fail(turn, key, upload, sentence);
  else {
    // What the server itself reports is said at once; a missing network is shown by the save status.
    const isTelling =
      is === 'busy' ||
      is === 'portal' ||
      (is === 'storage' && turn.now.elapsed - upload.since >= STORAGE_PATIENCE_MS);
    const said = isTelling ? sentence : upload.said;
    put(turn, key, { ...upload, step: 'kept', isWaiting: true, said }, waitAfter(trouble, failures));
  }
}

/** The server ends conversions that hang. If it never does, polling ends, and nothing is deleted. */
function pollAgain(turn: Turn, key: AnswerKey, upload: Upload, waitMs: number): void {
  const { waitedMs, trouble } = upload;
  if (waitedMs >= CONVERSION_LONGEST_MS) fail(turn, key, upload, CONVERSION_UNKNOWN, true);
  else put(turn, key, { ...upload, waitedMs: waitedMs + (trouble === 'offline' ? 0 : waitMs) }, waitMs);
}
