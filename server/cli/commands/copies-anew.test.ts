import { expect, test } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { startQueuedDocuments, USERNAME } from '#server/testing/queued-documents.ts';

test('a PDF copy of an earlier release is printed anew when it is asked for', async () => {
  const { context, applicant } = await startQueuedDocuments();
  const { applicants, applications, copies, database } = context;
  const statusOf = async () => (await applicant.get('/api/pdf')).body.status;
  expect(await statusOf()).toBe('UNPROCESSED');
  const { generation } = await database.kysely
    .selectFrom('copies')
    .select('generation')
    .executeTakeFirstOrThrow();
  await copies.begin(generation);
  const accountId = (await applicants.find(USERNAME))?.id ?? '';
  const printRevision = await applications.printRevision(accountId);
  await copies.complete(generation, { accountId, pdf: Buffer.from('%PDF-'), printRevision });
  expect(await statusOf()).toBe('COMPLETED');
  const copiesAnew = migrations.find(({ name }) => name === '0037-copies-anew');
  await database.pool.query(copiesAnew?.sql ?? '');
  expect(await statusOf()).toBe('UNPROCESSED');
});
