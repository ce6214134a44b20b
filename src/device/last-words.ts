import { fromBase64, toBase64 } from './base64.ts';
import { keyStream, newIv } from './cipher.ts';
import { isSameState, type Keyring, type KeyringRecord } from './keyring.ts';
import { browserMemory } from './plain-memory.ts';
import { randomId } from './random-id.ts';
import type { DeviceRecord, Writes } from './stored-records.ts';

/** Entries under the device's key, of which the release before has some, too. */
const PREFIX = 'parting/';
/** Entries under an account's key. The owner follows. */
const ACCOUNT_PREFIX = 'last-words/';
/** Tells pages whose script has not run yet that this is a shared computer (`first-visit/early.ts`). */
const OFF = `${ACCOUNT_PREFIX}off`;
/** Room for every answer of a whole application, several times. */
const STREAM_BYTES = 262_144;

interface Stream {
  /** The keyring that it was made with. */
  readonly record: KeyringRecord;
  readonly prefix: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array;
  /** Bytes before this offset are used up: no byte of a stream may encrypt twice. */
  used: number;
}

/** An entry in local storage; bytes in base64. */
interface Left {
  readonly epoch: string;
  readonly iv: string;
  readonly from: number;
  readonly text: string;
}

/**
 * Saves records that an ending page has no time to write. Encrypting and writing are asynchronous, and an ending page
 * runs no more callbacks. So a key stream is made in advance; at the end the records are XORed with it and put into
 * local storage synchronously. The next page that opens the device writes them to IndexedDB. While somebody is logged
 * in, the stream is of the account's key, and the entries wait until the account is unlocked.
 */
export class LastWords {
  /** This page's entry, without its prefix. */
  readonly #page = randomId();
  #keyring: Keyring | undefined;
  #stream: Stream | undefined;

  /** @param keyring without one or its key, `save` saves nothing from then on */
  async prepare(keyring: Keyring | undefined): Promise<void> {
    this.#keyring = keyring;
    const made = this.#stream?.record;
    if (made && !(keyring && isSameState(made, keyring.record))) this.#stream = undefined;
    if (keyring?.record.isShared === true) browserMemory.keep(OFF, '');
    await this.#draw();
  }

  /** Makes the next key stream, unless the present one is unused. */
  async #draw(): Promise<void> {
    const keyring = this.#keyring;
    const { key, prefix } = latestOf(keyring);
    if (keyring === undefined || key === undefined || this.#stream?.used === 0) return;
    const iv = newIv();
    const bytes = await keyStream(key, iv, STREAM_BYTES);
    // A wipe, a login or a logout may have replaced the keyring meanwhile.
    if (this.#keyring === keyring) this.#stream = { record: keyring.record, prefix, iv, bytes, used: 0 };
  }

  /** Saves these records. They replace what this page has saved before: what is missing among them has been stored. */
  save(writes: Writes): void {
    if (this.#stream === undefined) return;
    const { record, prefix, iv, bytes, used } = this.#stream;
    const parts = [...writes].flatMap(([name, { stamp, value }]) =>
      // Skip deletions, and files: their bytes are still where the applicant chose them.
      value === undefined || value instanceof Uint8Array ? [] : [[name, stamp, value]],
    );
    const text = new TextEncoder().encode(JSON.stringify(parts));
    if (parts.length === 0 || used + text.length > STREAM_BYTES) return;
    this.#stream.used += text.length;
    // The page may come back, and leave again before anything could be written.
    void this.#draw();
    const left: Left = {
      epoch: record.epoch,
      iv: toBase64(iv),
      from: used,
      text: toBase64(added(text, bytes.subarray(used))),
    };
    browserMemory.keep(prefix + this.#page, JSON.stringify(left));
  }

  /** Deletes what this page has saved, once its records are stored or dropped. */
  withdraw(): void {
    this.forget(namesOf([PREFIX, ACCOUNT_PREFIX]).filter((name) => name.endsWith(this.#page)));
  }

  /** Returns the records that this keyring can decrypt, and the names of all entries but those of locked accounts. */
  async read(keyring: Keyring): Promise<{ readonly names: readonly string[]; readonly writes: Writes }> {
    const { prefix, key } = latestOf(keyring);
    const names = namesOf([PREFIX, prefix]);
    const writes = new Map<string, DeviceRecord>();
    for (const name of names) {
      const own = name.startsWith(PREFIX) ? keyring.key : key;
      for (const [record, stamp, value] of await recordsLeft(name, keyring.record.epoch, own))
        if (stamp > (writes.get(record)?.stamp ?? '')) writes.set(record, { stamp, value });
    }
    return { names, writes };
  }

  /** Deletes these entries, or those of all pages and accounts. */
  forget(names: readonly string[] = namesOf([PREFIX, ACCOUNT_PREFIX])): void {
    for (const name of names) browserMemory.forget(name);
  }
}

function namesOf(prefixes: readonly string[]): string[] {
  return browserMemory.names().filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

/** The key of this tab's entries, and how their names begin. */
function latestOf(keyring: Keyring | undefined) {
  const { owner } = keyring?.record.account ?? {};
  return keyring?.accountKey === undefined || owner === undefined
    ? { key: keyring?.key, prefix: PREFIX }
    : { key: keyring.key && keyring.accountKey, prefix: `${ACCOUNT_PREFIX}${owner}/` };
}

/** @returns nothing for an entry that is damaged, or sealed with another key */
async function recordsLeft(
  name: string,
  epoch: string,
  key: CryptoKey | undefined,
): Promise<readonly (readonly [name: string, stamp: string, value: unknown])[]> {
  try {
    const left: Left = JSON.parse(browserMemory.read(name));
    if (key === undefined || left.epoch !== epoch) return [];
    const text = fromBase64(left.text);
    const stream = await keyStream(key, fromBase64(left.iv), left.from + text.length);
    return JSON.parse(
      new TextDecoder(undefined, { fatal: true }).decode(added(text, stream.subarray(left.from))),
    );
  } catch {
    return [];
  }
}

function added(text: Uint8Array<ArrayBuffer>, stream: Uint8Array): Uint8Array<ArrayBuffer> {
  return text.map((byte, index) => byte ^ (stream[index] ?? 0));
}
