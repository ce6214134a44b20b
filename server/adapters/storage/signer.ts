import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { MAX_FILE_BYTES } from '#limits.ts';
import { systemClock, type Clock } from '../clock.ts';
import { UPLOAD_FORM_SECONDS, type UploadForm } from './storage.ts';

const CONNECTION_TIMEOUT_MS = 3000;
const SILENCE_TIMEOUT_MS = 5000;

export interface SignerOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Makes a client for S3 and for compatible services. */
export function s3Client({ endpoint, region, accessKeyId, secretAccessKey }: SignerOptions): S3Client {
  return new S3Client({
    endpoint,
    region,
    // With the bucket in the path, every S3 server works, and none needs a wildcard certificate.
    forcePathStyle: true,
    // Only where the protocol requires checksums: many compatible servers do not support the newer ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // For each of three attempts. A large file may take longer as long as data arrives.
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    credentials: { accessKeyId, secretAccessKey },
  });
}

/** Signs upload forms, for S3 and for the embedded storage alike. */
export async function signUploadForm(
  client: S3Client,
  { bucket, key, clock }: { readonly bucket: string; readonly key: string; readonly clock: Clock },
): Promise<UploadForm> {
  client.config.systemClockOffset = clock.now().getTime() - systemClock.now().getTime();
  const { url, fields } = await createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Conditions: [['content-length-range', 1, MAX_FILE_BYTES]],
    Expires: UPLOAD_FORM_SECONDS,
  });
  return { url, fields };
}
