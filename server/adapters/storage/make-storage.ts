import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import type { Clock } from '../clock.ts';
import { privateFolder } from '../data-dir.ts';
import type { Secrets } from '../secrets.ts';
import { embeddedStorage, type EmbeddedStorage } from './embedded.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

interface Storages {
  readonly storage: Storage;
  /** The same storage if it is a folder of this server, which then receives the uploads itself. */
  readonly embeddedStorage: EmbeddedStorage | undefined;
}

/** Makes the storage: the bucket named by the S3_ variables, or else a folder in the data folder. */
export function makeStorage(env: Env, secrets: Secrets, clock: Clock): Storages {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (
    S3_ENDPOINT !== undefined &&
    S3_REGION !== undefined &&
    S3_BUCKET !== undefined &&
    S3_ACCESS_KEY_ID !== undefined &&
    S3_SECRET_ACCESS_KEY !== undefined
  ) {
    const storage = s3Storage({
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      clock,
    });
    return { storage, embeddedStorage: undefined };
  }
  const storage = embeddedStorage({
    folder: privateFolder(join(env.DATA_DIR, 'storage')),
    clock,
    // The id of the secret in use, so that forms remain valid when the operator changes secrets.
    accessKeyId: secrets.keyId,
    secretFor: (keyId) =>
      secrets.has(keyId) ? secrets.derive(`${keyId}.storage`, 'storage').toString('base64url') : undefined,
  });
  return { storage, embeddedStorage: storage };
}
