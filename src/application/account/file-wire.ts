// The requests about a file (specification §7), one a step, and what their failures mean.
import type { QueryClient } from '@tanstack/react-query';
import { inPlaceOf, ofPlace, type ListedDocument } from '#api/account-headers.ts';
import { NetworkError, sentenceFor } from '#api/errors.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import { queryKeys, readConversion, readDocuments } from '#api/queries.ts';
import { isBusy, isCutOff, isFinal, isGone, isOutdated } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { postFile } from '#api/upload.ts';
import { deleteConversion, postConversion } from '#contract/conversion.ts';
import type { BodyOf } from '#contract/define-call.ts';
import { deleteDocumentAnswer } from '#contract/document-answer.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import type { StoredState } from '#files/kept-files.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Event } from '../events.ts';
import { waitAskedBy } from './send.ts';
import type { About, FileTrouble, Place, Upload, UploadEvents } from './upload-model.ts';

const STORAGE_UNREACHABLE =
  'We could not reach the place where files are kept. Your file is still on this device: please try again later, or on another network.';

export type FileWire = ReturnType<typeof fileWire>;

/**
 * Makes the calls of an upload.
 *
 * @param confirmOwn rejects if the session is another account's by now: none of its documents is touched
 */
export function fileWire(queries: QueryClient, confirmOwn: () => Promise<void>) {
  /** Forgets the status of a conversion, because another file has taken its place. */
  const drop = (key: AnswerKey) => queries.removeQueries({ queryKey: queryKeys.conversion(key) });
  return {
    read: (signal: AbortSignal) => confirmOwn().then(() => readDocuments(queries, signal)),
    conversion: (key: AnswerKey) => readConversion(queries, key),
    presign: (key: AnswerKey, signal: AbortSignal) =>
      confirmOwn().then(() => call(postPresignedUrl, { body: { answer_key: key }, signal })),
    post: ({ url, fields }: Place, file: File, signal: AbortSignal) => postFile(url, fields, file, signal),
    /** @param theirs the document that this one may replace */
    async convert(
      key: AnswerKey,
      body: BodyOf<typeof postConversion>,
      theirs: ListedDocument | undefined,
      signal: AbortSignal,
    ) {
      await confirmOwn();
      await call(postConversion, { params: { key }, body, ...inPlaceOf(theirs), signal });
      drop(key);
    },
    /** The place of the document that this page shows. */
    shownPlace: (key: AnswerKey) =>
      queries.getQueryData<DocumentAnswers>(queryKeys.documentAnswers)?.[key]?.place,
    async forgetConversion(key: AnswerKey, place: string | undefined) {
      await confirmOwn();
      await call(deleteConversion, { params: { key }, ...ofPlace(place) }).catch(ignoreGone);
      drop(key);
    },
    async forgetFile(key: AnswerKey, place: string | undefined) {
      await confirmOwn();
      await call(deleteDocumentAnswer, { params: { key }, ...ofPlace(place) }).catch(ignoreGone);
    },
  };
}

/** A document is gone if another device has already deleted it, or it never existed. */
function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

interface Ports {
  readonly wire: FileWire;
  /** Reads the list of documents again, in all tabs; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** What this device stores of the choice: another tab may have sent or replaced it. */
  readonly storedAs: (about: About) => Promise<StoredState | undefined>;
}

type Request = (
  about: About,
  upload: Upload,
  ports: Ports,
  signal: AbortSignal,
) => Promise<Event<keyof UploadEvents>>;

/** The request of each step of an upload, and the event that follows. */
export const requests: Readonly<Partial<Record<Upload['step'], Request>>> = {
  async kept(about, { isOnDevice }, { wire, storedAs }, signal) {
    const { is = 'waits', place: fileKey } = (isOnDevice ? await storedAs(about) : undefined) ?? {};
    if (is === 'gone') return { type: 'fileGone', ...about };
    if (is === 'sent') return { type: 'fileConverting', ...about, fileKey };
    return { type: 'fileLooked', ...about, theirs: (await wire.read(signal))[about.key], fileKey };
  },
  async free(about, _upload, { wire }, signal) {
    return { type: 'filePlaced', ...about, place: await wire.presign(about.key, signal) };
  },
  async placed(about, { place, file }, { wire }, signal) {
    if (place !== undefined && file !== undefined) await wire.post(place, file, signal);
    return { type: 'filePosted', ...about };
  },
  async posted(about, upload, ports, signal) {
    const { fileKey = '', name, theirs } = upload;
    if (await isTakenBack(about, upload, ports)) return { type: 'fileGone', ...about };
    await ports.wire.convert(about.key, { file_key: fileKey, file_name: name }, theirs, signal);
    return { type: 'fileConverting', ...about };
  },
  async converting(about, upload, ports) {
    const heard = await ports.wire.conversion(about.key);
    if (heard.status === 'NOT_ANSWERED' && (await isTakenBack(about, upload, ports)))
      return { type: 'fileGone', ...about };
    return { type: 'conversionHeard', ...about, ...heard };
  },
  async attached(about, _upload, { refresh }) {
    return { type: 'listRead', ...about, isRead: await refresh() };
  },
};

/** Whether another tab has removed or replaced the file. */
async function isTakenBack(about: About, { isOnDevice }: Upload, { storedAs }: Ports): Promise<boolean> {
  return isOnDevice && (await storedAs(about))?.is === 'gone';
}

/** @param step the step whose request has failed */
export function troubleOf(error: unknown, step: Upload['step']): FileTrouble {
  const wait = waitAskedBy(error);
  if (step === 'placed' && error instanceof NetworkError)
    return { is: 'storage', sentence: STORAGE_UNREACHABLE, ...wait };
  if (step === 'posted' && isOutdated(error))
    return { is: 'outdated', sentence: sentenceFor(error), ...wait };
  const ofServer = isBusy(error) ? 'busy' : isFinal(error) ? 'refused' : 'broken';
  const is = error instanceof NetworkError ? 'offline' : isCutOff(error) ? 'portal' : ofServer;
  return { is, sentence: sentenceFor(error), ...wait };
}
