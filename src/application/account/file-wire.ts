// The requests about a file (specification §7), and the meaning of their failures.
import type { QueryClient } from '@tanstack/react-query';
import { inPlaceOf, ofPlace } from '#api/account-headers.ts';
import { waitAskedBy } from '#api/again.ts';
import { NetworkError, sentenceFor, StorageError } from '#api/errors.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import { queryKeys, readConversion, readDocuments } from '#api/queries.ts';
import { isBusy, isCutOff, isFinal, isGone, isOutdated } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { postFile } from '#api/upload.ts';
import { deleteConversion, postConversion } from '#contract/conversion.ts';
import type { BodyOf, ResponseOf } from '#contract/define-call.ts';
import { deleteDocumentAnswer } from '#contract/document-answer.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import type { Hindrance } from '#files/stored-files.ts';
import type { AnswerKey } from '#form/keys.ts';

const STORAGE_UNREACHABLE =
  'We could not reach the place where files are kept. Your file is still on this device: please try again later, or on another network.';

export type FileWire = ReturnType<typeof fileWire>;

/** Makes the calls of an upload. */
export function fileWire(queries: QueryClient) {
  /** Forgets the status of a conversion, because another file has replaced its file. */
  const drop = (key: AnswerKey) => queries.removeQueries({ queryKey: queryKeys.conversion(key) });
  return {
    /** The documents as this page has last read them. */
    listed: () => queries.getQueryData<DocumentAnswers>(queryKeys.documentAnswers),
    read: (signal: AbortSignal) => readDocuments(queries, signal),
    conversion: (key: AnswerKey) => readConversion(queries, key),
    presign: (key: AnswerKey, signal: AbortSignal) =>
      call(postPresignedUrl, { body: { answer_key: key }, signal }),
    post: ({ url, fields }: ResponseOf<typeof postPresignedUrl>, file: File, signal: AbortSignal) =>
      postFile(url, fields, file, signal),
    /** @param over the place of the document that this one may replace */
    async convert(
      key: AnswerKey,
      body: BodyOf<typeof postConversion>,
      over: string | undefined,
      signal: AbortSignal,
    ) {
      await call(postConversion, { params: { key }, body, ...inPlaceOf(over), signal });
      drop(key);
    },
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

/** @param isPoll whether it was asked how a conversion goes: only a refusal may end that */
export function troubleOf(error: unknown, isPoll: boolean) {
  const isTriedAgain = isPoll ? !isFinal(error) : isBusy(error) || isOutdated(error);
  const others = isCutOff(error) ? 'portal' : isTriedAgain ? 'busy' : 'refused';
  const is: Hindrance =
    error instanceof StorageError ? 'storage' : error instanceof NetworkError ? 'offline' : others;
  return { is, sentence: is === 'storage' ? STORAGE_UNREACHABLE : sentenceFor(error), ...waitAskedBy(error) };
}
