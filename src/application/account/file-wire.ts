// The requests about a file (specification §7), one a step, and what their failures mean.
import type { QueryClient } from '@tanstack/react-query';
import { NetworkError, sentenceFor } from '#api/errors.ts';
import { queryKeys, readConversion, readDocuments } from '#api/queries.ts';
import { isBusy, isCutOff, isFinal, isGone } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { postFile } from '#api/upload.ts';
import { deleteConversion, postConversion } from '#contract/conversion.ts';
import { deleteDocumentAnswer } from '#contract/document-answer.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import type { AnswerKey } from '#form/keys.ts';
import { waitAskedBy } from './send.ts';
import type { FileAnswer, FileTrouble, Place, Upload } from './upload-model.ts';

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
    async convert(key: AnswerKey, file_key: string, file_name: string, signal: AbortSignal) {
      await confirmOwn();
      await call(postConversion, { params: { key }, body: { file_key, file_name }, signal });
      drop(key);
    },
    async forgetConversion(key: AnswerKey) {
      await confirmOwn();
      await unlessGone(call(deleteConversion, { params: { key } }));
      drop(key);
    },
    forgetFile: (key: AnswerKey) =>
      confirmOwn().then(() => unlessGone(call(deleteDocumentAnswer, { params: { key } }))),
  };
}

/** Ignores that a document is gone: another device has already deleted it, or it never existed. */
async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

interface Ports {
  readonly wire: FileWire;
  /** Reads the list of documents again, in all tabs; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** What this device stores of the choice: another tab may have sent or replaced it. */
  readonly storedAs: (id: string) => Promise<'waits' | 'sent' | 'gone' | undefined>;
}

type Request = (key: AnswerKey, upload: Upload, ports: Ports, signal: AbortSignal) => Promise<FileAnswer>;

/** The request of each step of an upload. */
export const requests: Readonly<Partial<Record<Upload['step'], Request>>> = {
  async kept(key, { id, isOnDevice }, { wire, storedAs }, signal) {
    const stored = isOnDevice && id !== undefined ? await storedAs(id) : 'waits';
    if (stored === 'gone') return { type: 'fileGone' };
    if (stored === 'sent') return { type: 'fileConverting' };
    return { type: 'fileLooked', theirs: (await wire.read(signal))[key] };
  },
  async free(key, _upload, { wire }, signal) {
    return { type: 'filePlaced', place: await wire.presign(key, signal) };
  },
  async placed(_key, { place, file }, { wire }, signal) {
    if (place !== undefined && file !== undefined) await wire.post(place, file, signal);
    return { type: 'filePosted' };
  },
  async posted(key, upload, ports, signal) {
    const { fileKey = '', name } = upload;
    if (await isTakenBack(upload, ports)) return { type: 'fileGone' };
    await ports.wire.convert(key, fileKey, name, signal);
    return { type: 'fileConverting' };
  },
  async converting(key, upload, ports) {
    const heard = await ports.wire.conversion(key);
    if (heard.status === 'NOT_ANSWERED' && (await isTakenBack(upload, ports))) return { type: 'fileGone' };
    return { type: 'conversionHeard', ...heard };
  },
  async attached(_key, _upload, { refresh }) {
    return { type: 'listRead', isRead: await refresh() };
  },
};

/** Whether another tab has removed or replaced the file. */
async function isTakenBack({ id, isOnDevice }: Upload, { storedAs }: Ports): Promise<boolean> {
  return isOnDevice && id !== undefined && (await storedAs(id)) === 'gone';
}

/** @param step the step whose request has failed */
export function troubleOf(error: unknown, step: Upload['step']): FileTrouble {
  const isUnreachable = step === 'placed' && error instanceof NetworkError;
  return {
    is: isUnreachable ? 'storage' : kindOf(error),
    sentence: isUnreachable ? STORAGE_UNREACHABLE : sentenceFor(error),
    ...waitAskedBy(error),
  };
}

function kindOf(error: unknown): FileTrouble['is'] {
  if (isCutOff(error)) return 'offline';
  if (isBusy(error)) return 'busy';
  return isFinal(error) ? 'refused' : 'broken';
}
