import { base } from './0001-base.ts';
import { documents } from './0010-documents.ts';
import { mails } from './0020-mails.ts';
import { banner } from './0021-banner.ts';
import { lookupWords } from './0022-lookup-words.ts';
import { uploadRefusals } from './0023-upload-refusals.ts';
import { fileIndexes } from './0024-file-indexes.ts';
import { limits } from './0026-limits.ts';
import { installation } from './0027-installation.ts';
import { versions } from './0029-versions.ts';
import { queueSchema } from './0030-queue-schema.ts';
import { operators } from './0031-operators.ts';
import { apiKeys } from './0032-api-keys.ts';
import { office } from './0033-office.ts';
import { unread } from './0034-unread.ts';
import { officeSessions } from './0035-office-sessions.ts';
import { foldedNames } from './0036-folded-names.ts';
import { copiesAnew } from './0037-copies-anew.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order of their execution. Append new ones. */
export const migrations: readonly Migration[] = [
  base,
  documents,
  mails,
  banner,
  lookupWords,
  uploadRefusals,
  fileIndexes,
  limits,
  installation,
  versions,
  queueSchema,
  operators,
  apiKeys,
  office,
  unread,
  officeSessions,
  foldedNames,
  copiesAnew,
];
