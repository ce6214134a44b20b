import { expect, test } from 'vitest';
import { ACCESSIBILITY_PATH } from '#contract/server-paths.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { tenant } from '#tenant/tenant.ts';

const server = useTestServer();

test('the page names the accessibility goal, and whom to tell of a barrier', async () => {
  const { status, headers, text } = await server().visitor().get(ACCESSIBILITY_PATH);
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  for (const told of [tenant.name, tenant.helpEmail, tenant.helpPhone, '2.2, level AA'])
    expect(text).toContain(told);
});
