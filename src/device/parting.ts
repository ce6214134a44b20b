// oxlint-disable no-restricted-globals -- the one storage that answers at once; what goes there is encrypted here
import { type Cipher, newIv } from './cipher.ts';
import type { DeviceRecord, Writes } from './device.ts';
import type { Keyring } from './keyring.ts';
import { randomId } from './random-id.ts';

const PREFIX = 'parting/';
const STREAM_BYTES = 65_536;

interface Stream {
  readonly epoch: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array;
  /** Bytes before this have been used: no part may serve twice. */
  used: number;
}

/** What rests in local storage; bytes in base64. */
interface Left {
  readonly epoch: string;
  readonly iv: string;
  readonly from: number;
  readonly text: string;
}

/**
 * What a page that ends has no time to write. Encrypting and writing take turns that a page no longer gets once
 * it is left; so a key stream is drawn ahead, and at the end the records are encrypted with it and put into local
 * storage in one go. The next page that opens the device writes them where they belong.
 */
export class Parting {
  readonly #name = `${PREFIX}${randomId()}`;
  #stream: Stream | undefined;
  #hasLeft = false;

  /** @param keyring none, or one without a cipher, leaves nothing from then on */
  async prepare(keyring: Keyring | undefined): Promise<void> {
    const [epoch, cipher] = [keyring?.record.epoch, keyring?.cipher];
    if (this.#stream?.epoch !== epoch) this.#stream = undefined;
    if (epoch === undefined || cipher === undefined) return;
    if (this.#stream === undefined || this.#stream.used > STREAM_BYTES / 2) {
      const iv = newIv();
      this.#stream = { epoch, iv, bytes: await cipher.keyStream(iv, STREAM_BYTES), used: 0 };
    }
  }

  /** Leaves as much as there is room for, the latest first. */
  leave(writes: Writes): void {
    if (this.#stream === undefined || writes.size === 0) return;
    const { epoch, iv, bytes, used } = this.#stream;
    const text = fitting(writes, STREAM_BYTES - used);
    this.#stream.used += text.length;
    const left: Left = {
      epoch,
      iv: toBase64(iv),
      from: used,
      text: toBase64(added(text, bytes.subarray(used))),
    };
    try {
      localStorage.setItem(this.#name, JSON.stringify(left));
      this.#hasLeft = true;
    } catch {
      // Blocked or full: then only what the page has still time for is kept.
    }
  }

  /** Takes back what was left, once it rests where it belongs. */
  withdraw(): void {
    if (!this.#hasLeft) return;
    this.#hasLeft = false;
    forgetLeft([this.#name]);
  }
}

/** What pages have left that this keyring can read, and the names of all entries. */
export async function readLeft({
  record,
  cipher,
}: Keyring): Promise<{ readonly names: readonly string[]; readonly writes: Writes }> {
  const names = leftNames();
  const writes = new Map<string, DeviceRecord>();
  for (const name of names) {
    for (const [key, stamp, value] of await recordsLeft(name, record.epoch, cipher)) {
      if (stamp > (writes.get(key)?.stamp ?? '')) writes.set(key, { stamp, value });
    }
  }
  return { names, writes };
}

export function forgetLeft(names: readonly string[] = leftNames()): void {
  try {
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Blocked: then nothing is there.
  }
}

function leftNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

async function recordsLeft(
  name: string,
  epoch: string,
  cipher: Cipher | undefined,
): Promise<readonly (readonly [name: string, stamp: string, value: unknown])[]> {
  try {
    // Only this file writes such entries; with one that is damaged something below throws.
    const left: Left = JSON.parse(localStorage.getItem(name) ?? '');
    if (cipher === undefined || left.epoch !== epoch) return [];
    const text = fromBase64(left.text);
    const stream = await cipher.keyStream(fromBase64(left.iv), left.from + text.length);
    const records: unknown = JSON.parse(
      new TextDecoder(undefined, { fatal: true }).decode(added(text, stream.subarray(left.from))),
    );
    return Array.isArray(records) ? records.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(entry: unknown): entry is readonly [string, string, unknown] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}

function fitting(writes: Writes, room: number): Uint8Array<ArrayBuffer> {
  let left = room - 2;
  const parts: string[] = [];
  const latestFirst = [...writes].toSorted(([, a], [, b]) => (a.stamp < b.stamp ? 1 : -1));
  for (const [name, { stamp, value }] of latestFirst) {
    // Bytes of files and deletions can wait: a file is still where it was chosen.
    if (value === undefined || value instanceof Uint8Array) continue;
    const part = JSON.stringify([name, stamp, value]);
    left -= new TextEncoder().encode(part).length + 1;
    if (left < 0) break;
    parts.push(part);
  }
  return new TextEncoder().encode(`[${parts.join(',')}]`);
}

function added(text: Uint8Array<ArrayBuffer>, stream: Uint8Array): Uint8Array<ArrayBuffer> {
  return text.map((byte, index) => byte ^ (stream[index] ?? 0));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}
