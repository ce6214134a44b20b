import type { Migration } from './migration.ts';

export const copiesAnew: Migration = {
  name: '0037-copies-anew',
  sql: `
-- PDF copies of earlier releases show what documents hide, and do not number their pages. They are printed anew when
-- somebody asks for them.
UPDATE copies SET revision = -1 WHERE status = 'COMPLETED';
`,
};
