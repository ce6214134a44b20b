import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from './adapters/clock.ts';
import { parseEnv } from './env.ts';
import { makeOuterParts } from './outer-parts.ts';

test('calls itself by the host of PUBLIC_URL at the mail server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outer-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names: string[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, { hostNameAppearsAs }, done) {
      names.push(hostNameAppearsAs);
      done();
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
  });
  await new Promise<void>((ready) => relay.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise<void>((done) => relay.close(() => done())));
  const address = relay.server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const env = parseEnv({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://apply.example.edu:8443',
  });
  const { mail } = makeOuterParts(env, { clock: systemClock });
  await mail.send({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' });
  mail.close();
  expect(names).toEqual(['apply.example.edu']);
});
