import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallDisk } from '#server/testing/small-disk.ts';
import { systemClock } from '../clock.ts';
import { embeddedStorage } from './embedded.ts';

test('asked on a full disk whether it is ready, it says no and leaves nothing behind', async (context) => {
  const disk = smallDisk(context);
  const storage = embeddedStorage({
    folder: join(disk.folder, 'storage'),
    clock: systemClock,
    accessKeyId: 'id',
    secretFor: () => 'secret',
  });
  expect(await storage.isReady()).toBe(true);
  disk.fill();
  for (let index = 0; index < 5; index += 1) expect(await storage.isReady()).toBe(false);
  expect(readdirSync(join(disk.folder, 'storage/.parts'))).toEqual([]);
  const open = readdirSync('/proc/self/fd').length;
  expect(await storage.isReady()).toBe(false);
  expect(readdirSync('/proc/self/fd')).toHaveLength(open);
});
