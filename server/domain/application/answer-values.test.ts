import { describe, expect, test } from 'vitest';
import { questions } from '#form/form.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const ssnKeys = questions.filter(({ kind }) => kind === 'ssn').map(({ key }) => key);

describe.each(ssnKeys)('the Social Security number %s', (key) => {
  test('is unreadable in the database, also in the frozen copy, and whole for its owner', async () => {
    const username = `sealed-${key}@example.com`;
    const applicant = await server().applicant(username);
    await submit(applicant, { [key]: '987-65-4321' });
    const { rows } = await server().context.database.pool.query(
      `SELECT value, frozen FROM accounts JOIN answers ON answers.account_id = accounts.id
       JOIN submissions ON submissions.account_id = accounts.id WHERE username = $1 AND key = $2`,
      [username, key],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('987-65-4321');
    expect((await applicant.get('/api/profile')).body.answer[key]).toBe('987-65-4321');
  });

  test('leaves the server by a link with its last digits alone', async () => {
    const username = `linked-${key}@example.com`;
    const applicant = await server().applicant(username);
    await applicant.put('/api/answer', { answers: { [key]: '987-65-4321' } });
    const { applicants, tokens } = server().context;
    const { token } = await tokens.issueServiceToken((await applicants.find(username))?.id ?? '', 60_000);
    const view = await server().visitor().get(`/service/tmp-pdf?service_token=${token}`);
    expect(view.body.answer[key]).toBe('***-**-4321');
  });
});
