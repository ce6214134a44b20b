import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, vi } from 'vitest';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import { senderLease } from '#device/sender-lease.ts';
import { DocumentUpload } from '#documents/document-upload.ts';
import type { UploadState } from '#documents/upload-state.ts';
import { WaitingFiles } from '#documents/waiting-files.ts';
import type { FakeFileServer } from './fake-file-server.ts';

export const KEY = 'college_transcript';
const OWNER = 'ann';

export const transcript = () =>
  new File([new Uint8Array([37, 80, 68, 70, 0, 255])], 'transcript.pdf', { type: 'application/pdf' });

/** A clock that ends every wait at once and logs its length. */
export function hurriedClock(): Clock & { readonly waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    ...clock,
    waits,
    elapsed: () => now,
    after(ms, callback) {
      const timer = setTimeout(() => {
        now += ms;
        waits.push(ms);
        callback();
      });
      return () => clearTimeout(timer);
    },
  };
}

/** Opens a tab that shows the question. */
export async function openTab(server: FakeFileServer, tab = 'one', tabClock: Clock = clock) {
  const device = new Device();
  await device.open();
  const told: string[] = [];
  const states: UploadState[] = [];
  const files = new WaitingFiles(device, OWNER);
  const tell = (word: string) => async () => told.push(word) > 0;
  const upload = new DocumentUpload(KEY, {
    wire: server.wire,
    clock: tabClock,
    files,
    lease: senderLease(device, `file/${KEY}`, tab),
    look: server.look,
    onAttached: tell('attached'),
    onCleared: tell('cleared'),
    refresh: tell('asked anew'),
    onFailed: (name, sentence) => void told.push(`${name} failed: ${sentence}`),
    onUnauthorized: () => void told.push('unauthorized'),
  });
  upload.subscribe(() => states.push(upload.getState()));
  return { upload, told, files, device, states, statuses: () => states.map(({ status }) => status) };
}

export const waitingState = async (upload: DocumentUpload) =>
  vi.waitFor(() => expect(upload.getState().status).toBe('waiting'));

/** Gives every test of a file a blank device. Call it at the top of the file. */
export function blankDevice(): void {
  beforeEach(() => {
    vi.restoreAllMocks();
    globalThis.indexedDB = new IDBFactory();
  });
}
