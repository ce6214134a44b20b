import { expect, test } from 'vitest';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { tenant } from '#tenant/tenant.ts';

const [mastersDegree] = tenant.programs;
const mba = {
  program_type: mastersDegree?.value ?? '',
  applied_major: mastersDegree?.majors[0]?.value ?? '',
};

test('stats counts by day at the university, program and status', { tags: 'slow' }, async () => {
  const counted = await startTestServer();
  try {
    const { context, clock } = counted;
    const runThere = commandRunner(() => context);
    const begin = async () => {
      const { id } = await counted.account();
      await context.applications.saveAnswers(id, { ...mba });
      await context.applications.reachStatus(id, 'started');
    };
    await begin();
    await begin();
    clock.advance(17 * 3_600_000); // 6:00 UTC is still the same day in Oregon, 8:00 is not.
    await counted.account();
    const account = await counted.account();
    await context.applications.saveAnswers(account.id, completeAnswers);
    await context.applications.submit(account, '::1');
    const lines = await runThere('stats');
    expect(lines).toEqual([
      `2026-09-01\t${mastersDegree?.label}\t${mastersDegree?.majors[0]?.label}\tstarted\t2`,
      expect.stringMatching(/^2026-09-02\t-\t-\tnew\t1$/),
      expect.stringMatching(/^2026-09-02\t\S.*\t\S.*\tsubmitted\t1$/),
    ]);
    const [first] = await runThere('stats', [], { json: true });
    expect(JSON.parse(first ?? '')).toEqual({
      day: '2026-09-01',
      ...mba,
      web_status: 'started',
      applications: 2,
    });
  } finally {
    await counted.close();
  }
});
