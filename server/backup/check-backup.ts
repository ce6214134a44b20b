import * as z from 'zod/mini';
import { Secrets } from '#server/adapters/secrets.ts';
import { isStorageKey } from '#server/adapters/storage/storage.ts';
import type { Migration } from '#server/migrations/migrations.ts';
import { BackupError, DAMAGED, readArchive } from './archive.ts';
import {
  FORMAT_VERSION,
  KEYS_NAME,
  manifest,
  MANIFEST_NAME,
  MISSING_NAME,
  stepsOf,
  type Manifest,
} from './manifest.ts';

const OLDER =
  'This backup was made by release 1.0.0; nothing was changed. Restore it with release 1.1.0, and back that up.';
const NEWER = 'This backup was made by a newer release; nothing was changed. Restore it with that release.';

/** A backup that was read completely and that this release can restore. */
export interface CheckedBackup {
  readonly path: string;
  readonly manifest: Manifest;
  readonly steps: readonly Migration[];
  /** The secrets of the restored installation. */
  readonly keys: readonly [string, ...string[]];
  /** True if the secrets were in the backup and belong in the data folder. */
  readonly hasKeys: boolean;
}

/**
 * Reads a whole backup without changing anything.
 *
 * @param keysGiven the secrets from the environment, which a backup does not contain
 * @throws {BackupError} when it is damaged, newer than this release, or sealed with other secrets
 */
export async function checkBackup(
  path: string,
  keysGiven: readonly string[] | undefined,
): Promise<CheckedBackup> {
  let found: Manifest | undefined;
  let keysInside: readonly string[] | undefined;
  let isUnknown = false;
  for await (const { name, content } of readArchive(path)) {
    if (found === undefined) {
      found = name === MANIFEST_NAME ? readManifest(content) : undefined;
      if (found === undefined) throw new BackupError(DAMAGED);
      if (found.version < FORMAT_VERSION) throw new BackupError(OLDER);
    } else if (name === KEYS_NAME) keysInside = content.toString().split('\n').filter(Boolean);
    else if (tableOf(name, found) === undefined && fileOf(name) === undefined && name !== MISSING_NAME)
      isUnknown = true;
  }
  if (found === undefined) throw new BackupError(DAMAGED);
  const steps = stepsOf(found);
  if (isUnknown || found.version > FORMAT_VERSION || steps === undefined) throw new BackupError(NEWER);
  const [first, ...others] = keysGiven ?? keysInside ?? [];
  if (first === undefined) {
    throw new BackupError(
      'This backup does not contain its secrets: set SECRET_KEYS to those of its servers. Nothing was changed.',
    );
  }
  const keys = [first, ...others] as const;
  const secrets = new Secrets(keys);
  if (!found.key_ids.every((keyId) => secrets.has(keyId))) {
    throw new BackupError(
      'SECRET_KEYS does not contain every secret of this backup; nothing was changed. Set it to those of its servers.',
    );
  }
  return { path, manifest: found, steps, keys, hasKeys: keysGiven === undefined };
}

function readManifest(content: Buffer): Manifest | undefined {
  try {
    return z.safeParse(manifest, JSON.parse(content.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Returns the table that an entry has rows of. */
export function tableOf(name: string, { tables }: Manifest): string | undefined {
  const table = /^tables\/(\w+)\/\d+\.jsonl$/.exec(name)?.[1];
  return table !== undefined && tables.includes(table) ? table : undefined;
}

/** Returns the storage key of an entry that is a file. */
export function fileOf(name: string): string | undefined {
  const key = /^files\/(.+)$/.exec(name)?.[1];
  return key !== undefined && isStorageKey(key) ? key : undefined;
}
