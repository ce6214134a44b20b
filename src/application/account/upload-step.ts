// What follows from the events of a file. Pure, like `../step.ts`.
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { Turn } from '../turn.ts';
import { hearConversion } from './upload-conversion.ts';
import type { UploadEvent } from './upload-model.ts';
import { isOutgoing } from './upload-next.ts';
import { hearSending } from './upload-sending.ts';
import { converting, drop, failure, NEVER, outgoing, put, readList } from './upload-turn.ts';

type Of<Type extends UploadEvent['type']> = Extract<UploadEvent, { type: Type }>;

export function uploadStep(turn: Turn, event: UploadEvent): void {
  const upload = 'key' in event && event.key !== undefined ? turn.state.files.get(event.key) : undefined;
  const isStale = 'id' in event && event.type !== 'fileChosen' && upload?.id !== event.id;
  if (isStale) return;
  switch (event.type) {
    case 'filesFound':
      found(turn, event);
      return;
    case 'filesHastened':
      hasten(turn, event);
      return;
    case 'fileChosen':
      choose(turn, event);
      return;
    case 'conversionSeen':
      // A conversion whose result stayed unknown is not polled again until the page is reloaded.
      if (upload === undefined || (upload.step === 'failed' && !upload.isUnknown))
        put(turn, event.key, converting(turn, { name: event.name, id: undefined, file: undefined }));
      return;
    case 'fileBegun':
    case 'fileBusy':
    case 'fileHindered':
      if (upload?.step === 'converting') hearConversion(turn, upload, event);
      else if (isOutgoing(upload)) hearSending(turn, upload, event);
      return;
    case 'fileKept':
    case 'fileUnreadable':
    case 'fileGone':
    case 'fileLooked':
    case 'fileAnswered':
    case 'filePosted':
    case 'fileConverting':
    case 'fileDecided':
      if (isOutgoing(upload)) hearSending(turn, upload, event);
      return;
    case 'conversionHeard':
    case 'listRead':
      if (upload?.step === 'converting') hearConversion(turn, upload, event);
      return;
    case 'fileSeen':
      if (upload?.step !== 'failed' || !upload.isOnDevice) return;
      put(turn, event.key, { ...upload, isOnDevice: false });
      turn.effects.push({ do: 'keepFile', key: event.key, as: 'seen' });
      return;
    case 'removalBegun':
      if (upload !== undefined) put(turn, event.key, { ...upload, isRemoving: true });
      return;
    case 'removalFailed':
      // The server may still have the file, but this device does not store it any more.
      if (upload?.step === 'failed')
        put(turn, event.key, { ...upload, isRemoving: false, isOnDevice: false });
      else if (upload !== undefined)
        put(turn, event.key, converting(turn, { name: upload.name, id: undefined, file: undefined }));
      readList(turn, event.key);
      return;
    case 'fileRemoved':
      drop(turn, event.key);
      readList(turn, event.key, event.isSpared ? undefined : EMPTY_ANSWER);
      return;
    default:
      event satisfies never;
  }
}

/** Continues with what earlier visits left. A failure from then is shown at its field, and not said again. */
function found(turn: Turn, { kept, failed }: Of<'filesFound'>): void {
  const { files } = turn.state;
  for (const [key, { id, file, isSent }] of kept) {
    if (files.has(key)) continue;
    const subject = { name: file.name, id, file, isOnDevice: true };
    put(turn, key, isSent ? converting(turn, subject) : { ...outgoing(turn, subject), step: 'kept' });
  }
  for (const [key, { message, file }] of failed) {
    if (files.has(key)) continue;
    const subject = { name: file?.name ?? '', id: undefined, file, isOnDevice: true };
    put(turn, key, { ...failure(message, subject), said: undefined });
  }
}

function hasten({ state, now }: Turn, { key: only }: Of<'filesHastened'>): void {
  for (const [key, upload] of state.files)
    if ((only ?? key) === key && upload.notBefore !== NEVER)
      state.files.set(key, { ...upload, notBefore: Math.min(upload.notBefore, now.elapsed) });
}

function choose(turn: Turn, { key, id, file, message }: Of<'fileChosen'>): void {
  const before = turn.state.files.get(key);
  const subject = { name: file.name, id, file };
  if (message !== undefined) {
    const isOnDevice = before?.isOnDevice ?? false;
    put(turn, key, { ...failure(message, { ...subject, file: undefined, isOnDevice }), said: undefined });
    return;
  }
  const next = { ...outgoing(turn, subject), notBefore: NEVER };
  // What an earlier choice may have done to the account stays true.
  if (isOutgoing(before)) put(turn, key, { ...next, isKnown: before.isKnown, isSpared: before.isSpared });
  else put(turn, key, { ...next, isKnown: before?.step === 'converting' });
}
