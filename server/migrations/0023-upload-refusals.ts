import type { Migration } from './migration.ts';

export const uploadRefusals: Migration = {
  name: '0023-upload-refusals',
  sql: `
-- Why the storage did not take a file. Whoever posts one does not see it, so it is said when the conversion is asked for.
ALTER TABLE uploads ADD COLUMN refusal text CHECK (refusal IN ('empty', 'too large'));
`,
};
