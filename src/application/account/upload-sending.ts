// What follows while a file is on its way to the server.
import { ANSWERED } from '#form/change.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Turn } from '../turn.ts';
import type { FileTrouble, Outgoing, SendingEvent } from './upload-model.ts';
import { isSameFile, isThere, resendAfter, taskOf } from './upload-next.ts';
import { converting, drop, fail, NEVER, put, readList } from './upload-turn.ts';

/** How often a tab checks whether another tab has finished sending the file. */
export const OTHER_TAB_LOOK_MS = 3000;

type Of<Type extends SendingEvent['type']> = Extract<SendingEvent, { type: Type }>;

export function hearSending(turn: Turn, upload: Outgoing, event: SendingEvent): void {
  const { elapsed } = turn.now;
  switch (event.type) {
    case 'fileKept':
      put(turn, event.key, { ...upload, file: event.file, isOnDevice: event.isOnDevice, notBefore: elapsed });
      return;
    case 'fileUnreadable':
      fail(turn, event.key, upload, event.sentence);
      return;
    case 'fileBegun':
      put(turn, event.key, {
        ...upload,
        notBefore: NEVER,
        isSpared: upload.isSpared || taskOf(upload) === 'look',
      });
      return;
    case 'fileBusy':
      put(turn, event.key, {
        ...upload,
        step: 'kept',
        isOffline: false,
        notBefore: elapsed + OTHER_TAB_LOOK_MS,
      });
      return;
    case 'fileGone':
      drop(turn, event.key);
      readList(turn, event.key);
      return;
    case 'fileLooked':
      look(turn, upload, event);
      return;
    case 'fileDecided':
      if (upload.step === 'asking') decide(turn, upload, event);
      return;
    case 'fileAnswered':
      put(turn, event.key, { ...upload, step: 'sending', isKnown: true });
      return;
    case 'filePosted':
      put(turn, event.key, {
        ...upload,
        posted: { fileKey: event.fileKey, isEarlier: false },
        notBefore: elapsed,
      });
      return;
    case 'fileConverting':
      turn.effects.push({ do: 'keepFile', key: event.key, id: upload.id, as: 'sent', file: upload.file });
      put(turn, event.key, converting(turn, upload));
      return;
    case 'fileHindered':
      resend(turn, event.key, upload, event.trouble);
      return;
    default:
      event satisfies never;
  }
}

/** The account is looked at before a file goes up. A different file there is not replaced without asking. */
function look(turn: Turn, upload: Outgoing, { key, theirs }: Of<'fileLooked'>): void {
  const { file, theirs: agreed } = upload;
  const looked = { ...upload, isLooked: true, notBefore: turn.now.elapsed };
  const isSame = isThere(theirs) && isSameFile(theirs, { file_name: file.name, file_size: file.size });
  if (!isThere(theirs) || isSame)
    put(turn, key, { ...looked, isSpared: false, isKnown: upload.isKnown || isSame });
  else if (agreed !== undefined && isSameFile(agreed, theirs)) put(turn, key, looked);
  else put(turn, key, { ...upload, step: 'asking', theirs, notBefore: NEVER });
}

function decide(turn: Turn, upload: Outgoing, { key, replaces }: Of<'fileDecided'>): void {
  if (replaces) {
    put(turn, key, { ...upload, step: 'sending', isLooked: true, notBefore: turn.now.elapsed });
    return;
  }
  turn.effects.push({ do: 'keepFile', key, id: upload.id, as: 'done' });
  drop(turn, key);
  readList(turn, key, upload.theirs?.status === 'COMPLETED' ? ANSWERED : undefined);
}

function resend(turn: Turn, key: AnswerKey, upload: Outgoing, trouble: FileTrouble): void {
  const { is, sentence } = trouble;
  const { elapsed } = turn.now;
  const task = taskOf(upload);
  const isAnswered = is === 'refused' || is === 'broken';
  if (task === 'look' && isAnswered) {
    // A list that the server does not give keeps no file here. What it would have named stays spared.
    put(turn, key, { ...upload, isLooked: true, notBefore: elapsed });
    return;
  }
  if (task === 'convert' && is === 'refused' && upload.posted?.isEarlier === true) {
    // Storage deletes files that stay unconverted for long: send the file again.
    put(turn, key, { ...upload, posted: undefined, notBefore: elapsed });
    return;
  }
  const failures = (upload.failures[is] ?? 0) + 1;
  const wait = resendAfter(trouble, failures);
  if (wait === undefined) {
    fail(turn, key, upload, sentence);
    return;
  }
  // What the server itself reports is said at once; a missing network is shown by the save status.
  const said = is === 'busy' ? sentence : upload.said;
  put(turn, key, {
    ...upload,
    step: 'kept',
    isLooked: false,
    isOffline: is === 'offline',
    posted: upload.posted && { ...upload.posted, isEarlier: true },
    failures: { ...upload.failures, [is]: failures },
    notBefore: elapsed + wait,
    said,
  });
}
