import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { equals } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { sweepFiles } from '#server/domain/documents/sweep-documents.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { START, startTestServer, useTestServer } from '#server/testing/test-server.ts';
import { upload } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = useTestServer();
const KEY = 'employ_resume';

// The real form asks everybody for every file.
beforeAll(() => {
  const question = questionFor(KEY);
  const before = { when: question?.when };
  Object.assign(question ?? {}, { when: equals('employ_current', 'yes') });
  return () => void Object.assign(question ?? {}, before);
});

/** A complete application of somebody employed, with a résumé. */
async function employed(): Promise<{ applicant: Visitor; id: string }> {
  const applicant = await server().applicant();
  await applicant.put('/api/answer', { answers: { ...completeAnswers, employ_current: 'yes' } });
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'resume.png');
  await vi.waitFor(
    async () => expect((await applicant.get('/api/document-answer')).body[KEY].status).toBe('COMPLETED'),
    { timeout: 30_000, interval: 50 },
  );
  const { username } = (await applicant.get('/api/profile')).body;
  return { applicant, id: (await server().context.applicants.find(username))?.id ?? '' };
}

/** The documents as the admissions office gets them: in the service view, and as files. */
async function inTheOffice(id: string): Promise<readonly string[][]> {
  const { applications, documents } = server().context;
  const view = await applications.serviceView(id);
  const attached = await documents.attached(id);
  return [Object.keys(view.document_answer), attached.map(({ answer_key }) => answer_key)];
}

test(
  'a document whose question is no longer asked counts as none, and is back when the question is asked again',
  { tags: 'slow' },
  async () => {
    const { applicant, id } = await employed();
    expect(await inTheOffice(id)).toEqual([[KEY], [KEY]]);
    await applicant.put('/api/answer', { answers: { employ_current: 'no', [KEY]: '' } });
    expect(await inTheOffice(id)).toEqual([[], []]);
    await applicant.put('/api/answer', { answers: { employ_current: 'yes' } });
    expect(await inTheOffice(id)).toEqual([[KEY], [KEY]]);
  },
);

test('a document whose question is not asked is removed by the submission', { tags: 'slow' }, async () => {
  const { applicant, id } = await employed();
  await applicant.put('/api/answer', { answers: { employ_current: 'no', [KEY]: '' } });
  expect((await applicant.post('/api/submit')).status).toBe(200);
  expect((await applicant.get('/api/profile')).body.document_answer).toEqual({});
  expect(await inTheOffice(id)).toEqual([[], []]);
});

test('an unfinished file of a question that is not asked does not prevent a submission', async () => {
  const applicant = await server().applicant();
  await applicant.put('/api/answer', { answers: { ...completeAnswers, employ_current: 'no' } });
  const { id } = (await server().context.applicants.find(
    (await applicant.get('/api/profile')).body.username,
  )) ?? { id: '' };
  await upload(applicant, KEY, await makePicture({ type: 'png' }), 'resume.png');
  await server()
    .context.database.kysely.updateTable('documents')
    .set({ status: 'IN_PROGRESS' })
    .where('account_id', '=', id)
    .execute();
  expect((await applicant.post('/api/submit')).status).toBe(200);
});

test(
  'a file whose question is not asked is deleted an hour after the submission, also while it waits',
  { tags: 'slow' },
  async () => {
    const here = await startTestServer({ hasWorkers: false });
    onTestFinished(() => here.close());
    const { context, clock, dataDir } = here;
    const account = await here.account();
    const { fields } = await context.uploads.signForm(account.id, KEY);
    const file_key = fields['key'] ?? '';
    await context.storage.write(file_key, Buffer.from('%PDF-'));
    // Files have the times of the real clock.
    utimesSync(join(dataDir, 'storage', file_key), START, START);
    await context.conversions.request(account.id, KEY, { file_key, file_name: 'resume.pdf' });
    await context.applications.saveAnswers(account.id, { ...completeAnswers, employ_current: 'no' });
    await context.applications.submit(account, '::1');
    clock.advance(61 * 60_000);
    await sweepFiles(context);
    expect(await context.storage.size(file_key)).toBeUndefined();
  },
);
