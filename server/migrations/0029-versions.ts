import type { Migration } from './migration.ts';

export const versions: Migration = {
  name: '0029-versions',
  sql: `
-- Grows with every change of an answer, and with nothing else; "revision" also with lists, tabs and documents.
ALTER TABLE applications ADD COLUMN answers_revision integer NOT NULL DEFAULT 0;

-- The keys for what waits on applicants' devices derive from one root, sealed, so that changing the secrets leaves them.
CREATE TABLE device_root (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sealed text NOT NULL
);
`,
};
