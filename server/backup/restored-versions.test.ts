import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { nameOf, save, versionOf } from '#server/testing/versions.ts';
import { backUp } from './back-up.ts';
import { checkBackup } from './check-backup.ts';
import { restore } from './restore.ts';

const env = { SECRET_KEYS: 'a-secret-of-the-operator-'.repeat(2) };
const server = useTestServer({ env });
const restored = useTestServer({ env, hasWorkers: false });
const again = useTestServer({ env, hasWorkers: false });
const folder = mkdtempSync(join(tmpdir(), 'admissions-restored-'));
const path = join(folder, 'backup');
afterAll(() => rmSync(folder, { recursive: true }));

const login = { username: 'ada@example.com', password: PASSWORD };
const numberIn = (version: unknown) => Number(/^"(\d+)"$/.exec(String(version))?.[1]);

/** Restores the backup, as much later as it takes, and logs in there. */
async function restoreTo({ context, clock, visitor }: ReturnType<typeof server>, laterMs: number) {
  clock.advance(laterMs);
  await restore(context, await checkBackup(path, context.env.SECRET_KEYS));
  const ada = visitor();
  expect((await ada.post('/public/login', login)).status).toBe(200);
  return ada;
}

test(
  'after a restore each version is higher than any before, and a save over one from before is refused',
  { tags: 'slow' },
  async () => {
    const ada = await server().applicant(login.username);
    const { etag: atBackup } = (await save(ada, 'Ada')).headers;
    await backUp({ ...server().context, keys: undefined }, path);
    // What the backup lacks, and a device has seen.
    const { etag: lastSeen } = (await save(ada, 'Adele')).headers;

    const there = await restoreTo(restored(), 60_000);
    const first = await versionOf(there);
    expect(numberIn(first)).toBeGreaterThan(numberIn(atBackup) + 999_999);
    for (const seen of [atBackup, lastSeen]) {
      const refused = await save(there, 'Adele', String(seen));
      expect(refused).toMatchObject({ status: 412, headers: { etag: first } });
    }
    expect(await nameOf(there)).toBe('Ada');
    const saved = await save(there, 'Adele', String(first));
    expect(saved.status).toBe(200);

    // The same backup a second time.
    const last = await restoreTo(again(), 120_000);
    expect(numberIn(await versionOf(last))).toBeGreaterThan(numberIn(saved.headers.etag));
    expect((await save(last, 'Adele', String(saved.headers.etag))).status).toBe(412);
  },
);
