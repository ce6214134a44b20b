import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'nightly-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the nightly backup keeps the newest 14, and can be restored @long', () => {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), NODE_ENV: 'development' };
  const backups = join(folder, 'backups');
  execFileSync('mkdir', [backups]);
  execFileSync(process.execPath, ['build/admin.js', 'seed'], { env });
  for (let day = 1; day <= 20; day += 1)
    writeFileSync(join(backups, `admissions-2026-01-${String(day).padStart(2, '0')}`), '');
  writeFileSync(join(backups, 'admissions-2026-01-20.5.part'), '');
  writeFileSync(join(backups, 'somebody-elses'), '');

  const printed = execFileSync('deploy/back-up', [backups, '--try'], { env, encoding: 'utf8' });
  expect(printed).toMatch(/^30 accounts and \d+ files/m);
  expect(printed).toMatch(/^Restored and exported 30 applications on trial\.$/m);
  const today = `admissions-${new Date().toISOString().slice(0, 10)}`;
  expect(readdirSync(backups).toSorted()).toEqual([
    ...Array.from({ length: 13 }, (_, index) => `admissions-2026-01-${String(index + 8).padStart(2, '0')}`),
    today,
    'somebody-elses',
  ]);
}, 300_000);
