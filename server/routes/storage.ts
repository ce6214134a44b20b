import { dirname } from 'node:path/posix';
import { errorCodes } from 'fastify';
import { MAX_FILE_BYTES } from '#limits.ts';
import { UPLOAD_PATH, type EmbeddedStorage, type IncomingFile } from '#server/adapters/storage/embedded.ts';
import type { UploadRefusal } from '#server/adapters/database/document-tables.ts';
import { NO_STORAGE_MESSAGE } from '#server/domain/documents/sentences.ts';
import { BusyError, ForbiddenError, MalformedError } from '#server/domain/ground/errors.ts';
import type { Uploads } from '#server/domain/documents/uploads.ts';
import type { App } from '#server/http/calls.ts';
import { nothing, type Upload } from '#server/http/pages.ts';

/** Room for the form's fields and the multipart headers besides the file. */
const FORM_MAX_BYTES = 32_768;
const FIELD_MAX_BYTES = 8192;
const FIELDS_MAX = 16;

const form = {
  method: 'POST',
  path: UPLOAD_PATH,
  access: 'token',
  // As at S3, the signed form is the permission. Firefox names no site.
  isForOtherSites: true,
  files: {
    // One byte more than allowed, so that we notice a larger file: at its limit the parser truncates silently.
    fileSize: MAX_FILE_BYTES + 1,
    files: 1,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + 1,
    fieldSize: FIELD_MAX_BYTES,
  },
  isLimited: false,
  returns: nothing,
} as const;

/** Receives the uploads of the embedded storage, as S3 would. Nothing can be read back here. */
export function storageRoutes({ context, page, inTurn }: App): void {
  const { embeddedStorage: storage } = context;
  if (storage === undefined) return;
  const uploads = inTurns(context.uploads, inTurn);
  page(form, async ({ upload }) => receiveForm(upload, storage, uploads));
}

/** A form can be sent many times at once. The folder of an upload is the applicant's. */
function inTurns({ isOpen, keep, noteRefusal }: Uploads, inTurn: App['inTurn']) {
  return {
    isOpen: (key: string) => inTurn(dirname(key), () => isOpen(key)),
    keep: (key: string, commit: () => Promise<void>) => inTurn(dirname(key), () => keep(key, commit)),
    noteRefusal: (key: string, refusal: UploadRefusal) =>
      inTurn(dirname(key), () => noteRefusal(key, refusal)),
  };
}

async function receiveForm(
  { announcedBytes, parts }: Upload,
  storage: EmbeddedStorage,
  uploads: ReturnType<typeof inTurns>,
): Promise<void> {
  const isTooLarge = announcedBytes > MAX_FILE_BYTES + FORM_MAX_BYTES;
  const fields = new Map<string, string>();
  let incoming: { readonly key: string; readonly file: IncomingFile } | undefined;
  try {
    for await (const part of readable(parts())) {
      if (incoming !== undefined)
        throw new MalformedError('The form must have exactly one file, as its last part.');
      if (part.type === 'field') {
        if (typeof part.value !== 'string' || part.valueTruncated || fields.has(part.fieldname)) {
          throw new MalformedError('The form has a field that cannot be read.');
        }
        fields.set(part.fieldname, part.value);
        continue;
      }
      if (part.fieldname !== 'file') throw new MalformedError('The file must be in the field “file”.');
      const verdict = storage.verify(fields);
      if (!verdict.isValid) throw new ForbiddenError(verdict.reason);
      if (!(await uploads.isOpen(verdict.key))) throw new ForbiddenError('The upload form has expired.');
      const refuse = async (refusal: UploadRefusal, error: Error) => {
        await uploads.noteRefusal(verdict.key, refusal);
        throw error;
      };
      if (!(await storage.hasRoom())) throw new BusyError(NO_STORAGE_MESSAGE);
      if (isTooLarge) await refuse('too large', new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      const file = await storage.receive(verdict.key);
      incoming = { key: verdict.key, file };
      let bytes = 0;
      for await (const chunk of readable<Buffer>(part.file)) {
        bytes += chunk.byteLength;
        if (bytes > verdict.maxBytes) await refuse('too large', new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
        await file.append(chunk);
      }
      if (bytes < verdict.minBytes) await refuse('empty', new MalformedError('The file is empty.'));
    }
    if (incoming === undefined) throw new MalformedError('The form has no file.');
    const { key, file } = incoming;
    if (!(await uploads.keep(key, () => file.commit())))
      throw new ForbiddenError('The upload form has been used or taken back.');
  } finally {
    await incoming?.file.discard();
  }
}

/** Yields the parser's parts. Parsing errors are the caller's fault, unless the parser gives another status. */
async function* readable<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && !isOneTooMany(error)) throw error;
    throw new MalformedError('The form cannot be read.');
  }
}

/** The parser calls too many parts "too large". But no smaller form would be accepted either, so it is malformed. */
function isOneTooMany(error: Error): boolean {
  return 'code' in error && /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(String(error.code));
}
