import { dirname } from 'node:path/posix';
import multipart from '@fastify/multipart';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#limits.ts';
import { UPLOAD_PATH, type EmbeddedStorage, type IncomingFile } from '#server/adapters/storage/embedded.ts';
import type { UploadRefusal } from '#server/adapters/database/document-tables.ts';
import { NO_STORAGE_MESSAGE } from '#server/domain/documents/document-jobs.ts';
import { BusyError, ForbiddenError, MalformedError } from '#server/domain/ground/errors.ts';
import type { Uploads } from '#server/domain/documents/uploads.ts';
import type { App } from '#server/http/calls.ts';

/** Room for the form's fields and the multipart headers besides the file. */
const FORM_MAX_BYTES = 32_768;
const FIELD_MAX_BYTES = 8192;
const FIELDS_MAX = 16;

/** Receives the uploads of the embedded storage, as S3 would. Nothing can be read back here. */
export function storageRoutes({ context, fastify, inTurn }: App): void {
  const { embeddedStorage: storage } = context;
  if (storage === undefined) return;
  const uploads = inTurns(context.uploads, inTurn);

  void fastify.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        // One byte more than allowed, so that we notice a larger file: at its limit the parser truncates silently.
        fileSize: MAX_FILE_BYTES + 1,
        files: 1,
        fields: FIELDS_MAX,
        parts: FIELDS_MAX + 1,
        fieldSize: FIELD_MAX_BYTES,
      },
    });
    scope.post(UPLOAD_PATH, async (request, reply) => {
      try {
        await receiveForm(scope, request, storage, uploads);
      } catch (error) {
        // Close the connection, because the rest of a refused body is not read. The parser would read on past its limits.
        request.raw.unpipe();
        reply.header('connection', 'close');
        throw error;
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

/** Whoever has a form can send it many times at once. The folder of an upload is the applicant's. */
function inTurns({ isOpen, keep, noteRefusal }: Uploads, inTurn: App['inTurn']) {
  return {
    isOpen: (key: string) => inTurn(dirname(key), () => isOpen(key)),
    keep: (key: string, commit: () => Promise<void>) => inTurn(dirname(key), () => keep(key, commit)),
    noteRefusal: (key: string, refusal: UploadRefusal) =>
      inTurn(dirname(key), () => noteRefusal(key, refusal)),
  };
}

async function receiveForm(
  scope: FastifyInstance,
  request: FastifyRequest,
  storage: EmbeddedStorage,
  uploads: ReturnType<typeof inTurns>,
): Promise<void> {
  const { RequestFileTooLargeError } = scope.multipartErrors;
  if (!request.isMultipart()) {
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']);
  }
  const announced = Number(request.headers['content-length'] ?? 0);
  const isTooLarge = announced > MAX_FILE_BYTES + FORM_MAX_BYTES;
  const fields = new Map<string, string>();
  let incoming: { readonly key: string; readonly file: IncomingFile } | undefined;
  try {
    for await (const part of readable(request.parts())) {
      if (incoming !== undefined)
        throw new MalformedError('The form must have exactly one file, as its last part.');
      if (part.type === 'field') {
        if (typeof part.value !== 'string' || part.valueTruncated || fields.has(part.fieldname)) {
          throw new MalformedError('The form has a field that cannot be read.');
        }
        fields.set(part.fieldname, part.value);
        continue;
      }
      if (part.fieldname !== 'file') throw new MalformedError('The file is called file.');
      const verdict = storage.verify(fields);
      if (!verdict.isValid) throw new ForbiddenError(verdict.reason);
      if (!(await uploads.isOpen(verdict.key))) throw new ForbiddenError('The upload form has expired.');
      const refuse = async (refusal: UploadRefusal, error: Error) => {
        await uploads.noteRefusal(verdict.key, refusal);
        throw error;
      };
      if (!(await storage.hasRoom())) throw new BusyError(NO_STORAGE_MESSAGE);
      if (isTooLarge) await refuse('too large', new RequestFileTooLargeError());
      const file = await storage.receive(verdict.key);
      incoming = { key: verdict.key, file };
      let bytes = 0;
      for await (const chunk of readable<Buffer>(part.file)) {
        bytes += chunk.byteLength;
        if (bytes > verdict.maxBytes) await refuse('too large', new RequestFileTooLargeError());
        await file.append(chunk);
      }
      if (bytes < verdict.minBytes) await refuse('empty', new MalformedError('The file is empty.'));
    }
    if (incoming === undefined) throw new MalformedError('The form has no file.');
    const { key, file } = incoming;
    if (!(await uploads.keep(key, () => file.commit())))
      throw new ForbiddenError('The upload form was used or taken back meanwhile.');
  } finally {
    await incoming?.file.discard();
  }
}

/** Yields the parser's parts. Errors of parsing are the caller's fault, unless the parser gives another status. */
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
