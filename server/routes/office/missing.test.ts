import { expect, test } from 'vitest';
import { countText, missingIn, missingText } from '#form/progress.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { startClerk } from '#server/testing/office.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('the list and a draft’s page say how many answers it lacks, and not of a submitted one', async () => {
  const { context, account } = server();
  const desk = await startClerk(server());
  const listed = async (status: string) => (await desk.get(`/office?status=${status}`)).text;
  const pageOf = async (id: string) => (await desk.get(`/office/applications/${id}`)).text;
  const { id } = await account();
  await context.applications.saveAnswers(id, { first_name: 'Ada' });
  expect(await pageOf(id)).toContain(missingText({ first_name: 'Ada' }));
  const count = countText(missingIn({ first_name: 'Ada' }));
  for (const [status, words] of [
    ['started', 'Started'],
    ['validating', 'Not submitted'],
  ] as const) {
    await context.applications.reachStatus(id, status);
    expect(await listed(status)).toContain(`${words}<br>${count}</td>`);
  }
  await context.applications.saveAnswers(id, { ...completeAnswers });
  expect(await listed('validating')).toContain('Not submitted<br>0 answers missing</td>');
  const submitted = await account();
  await context.applications.saveAnswers(submitted.id, { ...completeAnswers });
  await context.applications.submit(submitted, '127.0.0.1');
  expect(await pageOf(submitted.id)).not.toContain('missing');
  expect(await listed('submitted')).not.toContain('missing</td>');
});
