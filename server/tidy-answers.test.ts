import { expect, test } from 'vitest';
import { sendMailHandler } from './domain/mails/send-mail.ts';
import { startClerk } from './testing/office.ts';
import { commandRunner } from './testing/run-command.ts';
import { submit } from './testing/submit.ts';
import { useTestServer } from './testing/test-server.ts';

const server = useTestServer();
const run = commandRunner(() => server().context);

const sent = {
  first_name: '  Mary   Ann ',
  middle_name: 'Zoe\u0308',
  last_name: ' Ｏ\u200b Ｎｅｉｌｌ\u00a0',
  phone_home: '(٥٧٠) ٥٥٥-٠١٨٨',
  zip: '\u202a١٨٥٠٩',
  alumni_email: 'Otto Weber <otto@example.org>,',
  employ_experience: '\uf0b7 care\u2028\uf0b7 teach\u00ading',
};
const read = {
  first_name: 'Mary Ann',
  middle_name: 'Zoë',
  last_name: 'O Neill',
  phone_home: '(570) 555-0188',
  zip: '18509',
  alumni_email: 'otto@example.org',
  employ_experience: '• care\n• teaching',
};
const NAME = 'Mary Ann Zoë O Neill';

test(
  'what another client sends untidied is stored as sent, and read tidied everywhere else',
  { tags: 'slow' },
  async () => {
    const username = 'untidy@example.com';
    const applicant = await server().applicant(username);
    await applicant.put('/api/answer', { answers: sent });
    const { applications, applicants, exports, tokens } = server().context;
    const id = (await applicants.find(username))?.id ?? '';
    expect((await applications.serviceView(id)).answer).toMatchObject(read);

    await submit(applicant, sent);
    expect((await applicant.get('/api/profile')).body.answer).toMatchObject(sent);
    const { view, document } = await exports.one(id);
    expect(view.answer).toMatchObject(read);
    expect(document.title).toBe(`Application of ${NAME}`);
    const lines = document.pages.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((block) => block.lines)),
    );
    for (const [key, text] of Object.entries(read))
      expect(lines).toContainEqual(expect.objectContaining({ key, text }));
    expect(
      JSON.parse((await run('export', [], {})).find((line) => line.includes(username)) ?? ''),
    ).toMatchObject({
      answer: read,
    });
    const { token } = await tokens.issueServiceToken(id, 60_000);
    const seen = await server().visitor().get(`/service/tmp-pdf?service_token=${token}`);
    expect(seen.body).toMatchObject({ answer: read });

    const list = await (await startClerk(server())).get('/office?q=untidy');
    expect(list.text).toContain(`>${NAME}<`);

    await sendMailHandler(server().context)(
      { kind: 'submitted', username, submittedAt: '2026-09-01T15:00:00.000Z' },
      { id: 'job-1', signal: new AbortController().signal, isLastAttempt: true },
    );
    expect((await server().mail.next(username)).text).toContain(`the graduate application of ${NAME} on`);
  },
);

test('a name of invisible blanks counts as none', async () => {
  const applicant = await server().applicant('nameless@example.com');
  await applicant.put('/api/answer', { answers: { first_name: '\u200b \u00a0' } });
  const refused = await applicant.post('/api/submit');
  expect(refused.body.errors).toMatchObject({ first_name: [expect.any(String)] });
});
