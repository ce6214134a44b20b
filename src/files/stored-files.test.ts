import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { Device } from '#device/device.ts';
import { storedFiles, type FileNote, type FileRow } from './stored-files.ts';

const KEY = 'college_transcript';
const OWNER = 'ann';
const row: FileRow = { id: 'first', name: 'first.pdf', type: 'application/pdf', step: 'converting' };

const pdf = (name: string) => new File(['%PDF'], name, { type: row.type });

/** A device that another tab uses between a read and what follows it. */
class Interrupted extends Device {
  interrupt: (() => Promise<unknown>) | undefined;

  override async read(...asked: Parameters<Device['read']>): ReturnType<Device['read']> {
    const found = await super.read(...asked);
    const { interrupt } = this;
    this.interrupt = undefined;
    await interrupt?.();
    return found;
  }
}

const notes: readonly Pick<FileNote, 'row'>[] = [
  { row },
  { row: undefined },
  { row: { ...row, step: 'failed', said: 'No.' } },
];

test.each(notes)(
  'a file chosen in another tab outlives the row $row.step of the one before',
  async (what) => {
    const [device, elsewhere] = [new Interrupted(), new Device()];
    await Promise.all([device.open(), elsewhere.open()]);
    const files = storedFiles(device, OWNER);
    await files.put(KEY, 'first', pdf('first.pdf'));
    const chosenAt = Date.now();
    device.interrupt = async () => {
      // Nobody chooses two files in one millisecond, and no stamp could order them.
      await vi.waitUntil(() => Date.now() > chosenAt, { interval: 1 });
      await storedFiles(elsewhere, OWNER).put(KEY, 'second', pdf('second.pdf'));
    };
    await files.note({ key: KEY, id: 'first', ...what });
    expect((await files.read())?.get(KEY)).toMatchObject({ id: 'second', file: { name: 'second.pdf' } });
  },
);

test('a file is stored although the clock goes back', async () => {
  const device = new Device();
  await device.open();
  const files = storedFiles(device, OWNER);
  const later = `${(Date.now() + 86_400_000).toString(36).padStart(10, '0')}.elsewhere`;
  await device.write(new Map([[`file/${OWNER}/${KEY}/row`, { stamp: later, value: row }]]));
  await files.read();
  await files.put(KEY, 'second', pdf('second.pdf'));
  expect((await files.read())?.get(KEY)).toMatchObject({ id: 'second', file: { name: 'second.pdf' } });
});

test('a file for which there is no room does not leave the one that it replaces', async () => {
  const device = new Device();
  await device.open();
  const files = storedFiles(device, OWNER);
  await files.read();
  await files.put(KEY, 'first', pdf('first.pdf'));
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { isOnDevice } = await files.put(KEY, 'second', pdf('second.pdf'));
  full.mockRestore();
  expect(isOnDevice).toBe(false);
  expect((await files.read())?.size).toBe(0);
});
