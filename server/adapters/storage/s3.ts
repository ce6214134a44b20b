import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { Clock } from '../clock.ts';
import { codesOf } from '../error-codes.ts';
import { s3Client, signUploadForm, type SignerOptions } from './signer.ts';
import { FileTooLargeError, type Storage } from './storage.ts';

/** Far more than any copy. Keeps large files that somebody else put into the bucket out of our memory. */
const READ_MAX_BYTES = 256 * 1024 * 1024;
/** A slow reader of a whole answer would keep one of the few connections to the service. */
const PIECE_BYTES = 1024 * 1024;
const READY_TIMEOUT_MS = 3000;

interface S3Options extends SignerOptions {
  readonly bucket: string;
  readonly clock: Clock;
}

/** Stores files in a bucket of an S3 service. */
export function s3Storage({ bucket, clock, ...access }: S3Options): Storage {
  const client = s3Client(access);
  // The signer changes its client's clock, so it has a client of its own.
  const signer = s3Client(access);

  async function* pieces(key: string, bytes: number): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes; start += PIECE_BYTES) {
      const end = Math.min(start + PIECE_BYTES, bytes) - 1;
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` }),
      );
      if (Body !== undefined) yield await Body.transformToByteArray();
    }
  }

  async function size(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return ContentLength ?? 0;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    size,

    uploadForm: (key) => signUploadForm(signer, { bucket, key, clock }),

    async open(key) {
      const bytes = await size(key);
      return bytes === undefined ? undefined : { bytes, content: Readable.from(pieces(key, bytes)) };
    },

    async read(key) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (Body === undefined) return undefined;
        if ((ContentLength ?? 0) > READ_MAX_BYTES) {
          // Its connection would stay in use until all of it has arrived.
          if (Body instanceof Readable) Body.destroy();
          throw new FileTooLargeError(key);
        }
        return Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async write(key, content) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }));
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async *list(area) {
      let continuation: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${area}/`,
            ...(continuation !== undefined && { ContinuationToken: continuation }),
          }),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified !== undefined) {
            yield { key: Key, bytes: Size ?? 0, changedAt: LastModified };
          }
        }
        continuation = page.NextContinuationToken;
      } while (continuation !== undefined);
    },

    fault: () =>
      client
        .send(new HeadBucketCommand({ Bucket: bucket }), {
          abortSignal: AbortSignal.timeout(READY_TIMEOUT_MS),
        })
        .then(() => undefined, codesOf),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}
