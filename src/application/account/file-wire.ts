import { isGone } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { postFile } from '#api/upload.ts';
import { deleteConversion, type getConversion, postConversion } from '#contract/conversion.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import { deleteDocumentAnswer } from '#contract/document-answer.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import type { AnswerKey } from '#form/keys.ts';

type Presigned = ResponseOf<typeof postPresignedUrl>;

/** The calls of an upload (specification §7). */
export interface FileWire {
  presign(key: AnswerKey, signal: AbortSignal): Promise<Presigned>;
  post(presigned: Presigned, file: File, signal: AbortSignal): Promise<void>;
  convert(key: AnswerKey, fileKey: string, fileName: string, signal: AbortSignal): Promise<void>;
  conversion(key: AnswerKey, signal: AbortSignal): Promise<ResponseOf<typeof getConversion>>;
  forgetConversion(key: AnswerKey): Promise<void>;
  forgetFile(key: AnswerKey): Promise<void>;
}

/**
 * @param poll reads the status of a conversion, through the query cache
 * @param drop has the query cache forget that status, because another file has taken its place
 */
export function fileWire(poll: FileWire['conversion'], drop: (key: AnswerKey) => void): FileWire {
  return {
    presign: (key, signal) => call(postPresignedUrl, { body: { answer_key: key }, signal }),
    post: ({ url, fields }, file, signal) => postFile(url, fields, file, signal),
    convert: async (key, file_key, file_name, signal) => {
      await call(postConversion, { params: { key }, body: { file_key, file_name }, signal });
      drop(key);
    },
    conversion: poll,
    forgetConversion: async (key) => {
      await unlessGone(call(deleteConversion, { params: { key } }));
      drop(key);
    },
    forgetFile: (key) => unlessGone(call(deleteDocumentAnswer, { params: { key } })),
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
