// The requests about a file (specification §7), one for each step, and the meaning of their failures.
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
import type { AnswerKey } from '#form/keys.ts';
import type { Event } from '../events.ts';
import { waitAskedBy } from './send.ts';
import type { About, FileTrouble, Place, Step, Upload, UploadEvents } from './upload-model.ts';
import { placeOf } from './upload-view.ts';

const STORAGE_UNREACHABLE =
  'We could not reach the place where files are kept. Your file is still on this device: please try again later, or on another network.';

export type FileWire = ReturnType<typeof fileWire>;

/** Makes the calls of an upload. */
export function fileWire(queries: QueryClient) {
  /** Forgets the status of a conversion, because another file has replaced its file. */
  const drop = (key: AnswerKey) => queries.removeQueries({ queryKey: queryKeys.conversion(key) });
  return {
    read: (signal: AbortSignal) => readDocuments(queries, signal),
    conversion: (key: AnswerKey) => readConversion(queries, key),
    presign: (key: AnswerKey, signal: AbortSignal) =>
      call(postPresignedUrl, { body: { answer_key: key }, signal }),
    post: ({ url, fields }: Place, file: File, signal: AbortSignal) => postFile(url, fields, file, signal),
    /** @param theirs the document that this one may replace */
    async convert(
      key: AnswerKey,
      body: BodyOf<typeof postConversion>,
      theirs: ListedDocument | undefined,
      signal: AbortSignal,
    ) {
      await call(postConversion, { params: { key }, body, ...inPlaceOf(theirs), signal });
      drop(key);
    },
    /** The document that this page shows. */
    shown: (key: AnswerKey) => queries.getQueryData<DocumentAnswers>(queryKeys.documentAnswers)?.[key],
    async forgetConversion(key: AnswerKey, place: string | undefined) {
      await call(deleteConversion, { params: { key }, ...ofPlace(place) }).catch(ignoreGone);
      drop(key);
    },
    async forgetFile(key: AnswerKey, place: string | undefined) {
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
  /** Whether the file is still at this step on the device: another tab may have sent or removed it. */
  readonly isStill: () => Promise<boolean>;
}

type Request = (
  about: About,
  upload: Upload,
  ports: Ports,
  signal: AbortSignal,
) => Promise<Event<keyof UploadEvents> | undefined>;

const none: Request = async () => undefined;

/** The request of each step of an upload, and the event that follows. */
export const requests: Readonly<Record<Step, Request>> = {
  async chosen(about, _upload, { wire, isStill }, signal) {
    if (!(await isStill())) return undefined;
    return { type: 'fileLooked', ...about, theirs: (await wire.read(signal))[about.key] };
  },
  asking: none,
  free: async (about, _upload, { wire }, signal) => ({
    type: 'filePlaced',
    ...about,
    place: await wire.presign(about.key, signal),
  }),
  async placed(about, { place, file }, { wire }, signal) {
    if (place !== undefined && file !== undefined) await wire.post(place, file, signal);
    return { type: 'filePosted', ...about };
  },
  async posted(about, upload, { wire, isStill }, signal) {
    if (!(await isStill())) return undefined;
    const body = { file_key: placeOf(upload) ?? '', file_name: upload.name };
    await wire.convert(about.key, body, upload.theirs ?? undefined, signal);
    return { type: 'fileConverting', ...about };
  },
  async converting(about, _upload, { wire, isStill }) {
    const heard = await wire.conversion(about.key);
    if (heard.status === 'NOT_ANSWERED' && !(await isStill())) return undefined;
    return { type: 'conversionHeard', ...about, ...heard };
  },
  attached: async (about, _upload, { refresh }) => ({ type: 'listRead', ...about, isRead: await refresh() }),
  removing: none,
  failed: none,
  unknown: none,
};

/**
 * @param step the step whose request has failed
 * @param begunAt when it began
 */
export function troubleOf(error: unknown, step: Step, begunAt: number): FileTrouble {
  const about = { sentence: sentenceFor(error), begunAt, ...waitAskedBy(error) };
  if (step === 'placed' && error instanceof NetworkError)
    return { ...about, is: 'storage', sentence: STORAGE_UNREACHABLE };
  if (error instanceof NetworkError) return { ...about, is: 'offline' };
  if (isCutOff(error)) return { ...about, is: 'portal' };
  if (step === 'posted' && isOutdated(error)) return { ...about, is: 'outdated' };
  return { ...about, is: isBusy(error) ? 'busy' : isFinal(error) ? 'refused' : 'broken' };
}
