import { expect, onTestFinished, test } from 'vitest';
import { mailJob, type MailJob } from './send-mail.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { PASSWORD, startTestServer } from '#server/testing/test-server.ts';

test(
  'codes and links are sent before the mails of submissions, and those before reminders',
  { tags: 'slow' },
  async () => {
    const server = await startTestServer({ hasWorkers: false, env: { REMINDER_DAYS: '7' } });
    onTestFinished(() => server.close());
    const { applications, queue, reminders } = server.context;
    const idle = await server.account();
    await applications.saveAnswers(idle.id, { first_name: 'Ada' });
    server.clock.advance(8 * 86_400_000);
    expect(await reminders.run()).toBe(1);
    const applicant = await server.account();
    await applications.saveAnswers(applicant.id, completeAnswers);
    await applications.submit(applicant, '127.0.0.1');
    const newcomer = server.visitor();
    await newcomer.post('/public/signup', { username: 'new@example.com', password: PASSWORD });
    await newcomer.post('/public/forgot-password', { username: applicant.username });

    const kinds: MailJob['kind'][] = [];
    // One at a time: of several at once, any may begin first.
    await queue.work(mailJob, async ({ kind }) => void kinds.push(kind), 1);
    await expect.poll(() => kinds, { timeout: 20_000 }).toHaveLength(4);
    expect(kinds).toEqual(['confirmation', 'reset', 'submitted', 'reminder']);
  },
);
