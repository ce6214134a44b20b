import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '#server/testing/mail-server.ts';
import { systemClock } from './adapters/clock.ts';
import { parseEnv } from './env.ts';
import { makeOuterParts } from './outer-parts.ts';

test('calls itself by the host of PUBLIC_URL at the mail server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outer-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names: string[] = [];
  const address = await startMailServer({
    onMailFrom(_address, { hostNameAppearsAs }, done) {
      names.push(hostNameAppearsAs);
      done();
    },
  });
  const env = parseEnv({
    DATA_DIR: folder,
    SMTP_URL: `smtp://${address}`,
    PUBLIC_URL: 'https://apply.example.edu:8443',
  });
  const { mail } = makeOuterParts(env, { clock: systemClock });
  await mail.send({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' });
  mail.close();
  expect(names).toEqual(['apply.example.edu']);
});
