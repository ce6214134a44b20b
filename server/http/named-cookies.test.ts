import { expect, test } from 'vitest';
import { privacy } from '#tenant/privacy.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('the privacy text names each cookie that an applicant gets', async () => {
  const person = await server().applicant();
  await person.post('/public/signup', { username: 'another@example.com', password: PASSWORD });
  const names = [...person.cookies.keys()];
  expect(names).toHaveLength(3);
  for (const name of names) expect(privacy.join('\n')).toContain(name);
});
