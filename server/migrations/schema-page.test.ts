import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCHEMA_FILE, schemaPage } from '#server/testing/schema-page.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ hasWorkers: false });

test('docs/schema.md is current; if not, run: npm run docs:schema', async () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(await schemaPage(server().context.database.pool));
});
