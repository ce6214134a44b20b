import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv as parseEnvFile } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#server/testing/silent-log.ts';
import { parseEnv } from '#server/env.ts';
import { privacy } from '#tenant/privacy.ts';
import { privacy as secondPrivacy } from '#testing/tenant-meridian/privacy.ts';
import { doctorCommands, warningsOf } from './doctor.ts';

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

const THREE_YEARS = 'We use it to decide on your application, and delete it after three years.';

test.each([
  { privacyText: privacy, days: '0', warns: [] },
  { privacyText: secondPrivacy, days: '0', warns: [THREE_YEARS] },
  { privacyText: ['Hello. We keep it for 90 days. Goodbye.'], days: '0', warns: ['We keep it for 90 days.'] },
  { privacyText: ['A cookie lasts 12 hours. We share it with no one.'], days: '0', warns: [] },
  { privacyText: secondPrivacy, days: '1095', warns: [] },
])('warns while a promised time is not kept: $warns with $days', ({ privacyText, days, warns }) => {
  const env = parseEnv({ DATA_DIR: tmpdir(), DELETE_SUBMITTED_DAYS: days });
  expect(warningsOf(env, privacyText)).toEqual(warns.map((text) => expect.stringContaining(`“${text}”`)));
});

test('the set-up of the second university keeps what its privacy text promises', () => {
  const env = parseEnv(parseEnvFile(readFileSync('src/testing/tenant-meridian/server.env', 'utf8')));
  expect(warningsOf(env, secondPrivacy)).toEqual([]);
});
