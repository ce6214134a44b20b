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

/** A client for S3 and for whatever signs like it. */
export function s3Client({ endpoint, region, accessKeyId, secretAccessKey }: SignerOptions): S3Client {
  return new S3Client({
    endpoint,
    region,
    // Buckets as paths: works with every server that speaks S3, and needs no wildcard certificate.
    forcePathStyle: true,
    // Only where the protocol asks for them: many servers that speak S3 know no checksums of the newer kind.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Of each of three tries. A large file may take longer, as long as it moves.
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    credentials: { accessKeyId, secretAccessKey },
  });
}

/** The one signer of upload forms, for S3 and for the embedded storage alike. */
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
