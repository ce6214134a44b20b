import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#server/testing/silent-log.ts';
import { parseEnv } from '#server/env.ts';
import { doctorCommands } from './doctor.ts';

test('says for which scripts no font is installed, also while the database is down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = parseEnv({ DATA_DIR: folder, DATABASE_URL: 'postgres://user:password@127.0.0.1:1/none' });
  const lines: string[] = [];
  for (const doctor of doctorCommands)
    await doctor
      .read(
        [],
        {},
      )({ env, log: silentLog, print: (line) => void lines.push(line) })
      .catch(() => undefined);
  expect(lines).toContainEqual(expect.stringMatching(/^fonts: (none for [A-Z]|for all scripts)/));
});
