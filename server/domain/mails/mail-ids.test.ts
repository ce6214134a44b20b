import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Secrets } from '#server/adapters/secrets.ts';
import { TestMailer } from '#server/testing/test-mailer.ts';
import { isOwnMail, withOwnIds } from './mail-ids.ts';

const [OLD, NEW] = ['old secret '.repeat(4), 'new secret '.repeat(4)];
const ADA = 'ada@example.com';

async function idOfMailTo(to: string, secrets: Secrets): Promise<string> {
  const mailer = new TestMailer();
  const mail = { to, subject: 'A mail', text: 'Hello' };
  await withOwnIds(mailer, secrets)(mail, randomUUID());
  return mailer.idOf(mail);
}

test('an id is ours for its recipient alone, also while a new secret has replaced the one that made it', async () => {
  const id = await idOfMailTo(ADA, new Secrets([OLD]));
  expect(isOwnMail(new Secrets([OLD]), ['other', id], ADA)).toBe(true);
  expect(isOwnMail(new Secrets([NEW, OLD]), [id], ADA)).toBe(true);
  expect(isOwnMail(new Secrets([OLD]), [id], 'ben@example.com')).toBe(false);
  expect(isOwnMail(new Secrets([NEW]), [id], ADA)).toBe(false);
});

test.each([
  { what: 'no id', forge: () => [] },
  { what: 'the name alone', forge: (id: string) => [id.split('.')[0] ?? ''] },
  { what: 'another name', forge: (id: string) => [id.replace(/^[^.]+/, randomUUID())] },
  { what: 'another end', forge: (id: string) => [`${id.slice(0, -2)}--`] },
  { what: 'nothing at all', forge: () => ['', '.', '..'] },
])('$what is not ours', async ({ forge }) => {
  const secrets = new Secrets([OLD]);
  expect(isOwnMail(secrets, forge(await idOfMailTo(ADA, secrets)), ADA)).toBe(false);
});
