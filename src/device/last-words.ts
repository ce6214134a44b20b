import { fromBase64, toBase64 } from './base64.ts';
import { keyStream, newIv } from './cipher.ts';
import type { Keyring } from './keyring.ts';
import { browserMemory } from './plain-memory.ts';
import { randomId } from './random-id.ts';
import { propertiesOf } from './store.ts';
import type { DeviceRecord, Writes } from './stored-records.ts';
import { termOf } from './turn.ts';

/** Entries under the device's key. */
const PREFIX = 'parting/';
/** Entries under an account's key. The owner follows. */
const ACCOUNT_PREFIX = 'last-words/';
/** Tells pages whose script has not run yet that this is a shared computer (`first-visit/early.ts`). */
const OFF = `${ACCOUNT_PREFIX}off`;
/** Room for every answer of a whole application, several times. */
const STREAM_BYTES = 262_144;

interface Stream {
  readonly madeWith: Keyring;
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

/** Saves records that a closing page has no time to write (docs/decisions/device.md). */
export function makeLastWords() {
  /** This page's entry, without its prefix. */
  const page = randomId();
  let keyring: Keyring | undefined;
  let stream: Stream | undefined;

  /** Makes the next key stream, unless the present one is unused. */
  async function draw(): Promise<void> {
    const [madeWith, { key }] = [keyring, latestOf(keyring)];
    if (madeWith === undefined || key === undefined || stream?.used === 0) return;
    const iv = newIv();
    const bytes = await keyStream(key, iv, STREAM_BYTES);
    // A wipe, a login or a logout may have replaced the keyring in between.
    if (keyring === madeWith) stream = { madeWith, iv, bytes, used: 0 };
  }

  /** Deletes these entries, or those of all pages and accounts. */
  function forget(names: readonly string[] = namesOf([PREFIX, ACCOUNT_PREFIX])): void {
    for (const name of names) browserMemory.forget(name);
  }

  return {
    forget,

    /** @param next without one or its key, `save` saves nothing from then on */
    async prepare(next: Keyring | undefined): Promise<void> {
      keyring = next;
      if (stream && !(next && termOf(stream.madeWith.turn) === termOf(next.turn))) stream = undefined;
      if (next?.turn.isShared === true) browserMemory.keep(OFF, '');
      await draw();
    },

    /** Saves these records. They replace what this page has saved before: what is missing among them has been stored. */
    save(writes: Writes): void {
      if (stream === undefined) return;
      const { madeWith, iv, bytes, used } = stream;
      const parts = [...writes].flatMap(([name, { stamp, value }]) =>
        // Skip deletions, and files, whose bytes are still where the applicant chose them.
        value === undefined || value instanceof Uint8Array ? [] : [[name, stamp, value]],
      );
      const text = new TextEncoder().encode(JSON.stringify(parts));
      if (parts.length === 0 || used + text.length > STREAM_BYTES) return;
      stream.used += text.length;
      // The page may be restored, and closed again before anything could be written.
      void draw();
      const hidden = toBase64(added(text, bytes.subarray(used)));
      const left: Left = { epoch: madeWith.turn.epoch, iv: toBase64(iv), from: used, text: hidden };
      browserMemory.keep(latestOf(madeWith).prefix + page, JSON.stringify(left));
    },

    /** Deletes what this page has saved, once its records are stored or dropped. */
    withdraw(): void {
      forget(namesOf([PREFIX, ACCOUNT_PREFIX]).filter((name) => name.endsWith(page)));
    },

    /**
     * Returns the records that this keyring can decrypt, and the names of all entries except those that other keyrings
     * can decrypt: those of locked accounts, and those made since a wipe that this tab has slept through.
     */
    async read(own: Keyring): Promise<{ readonly names: readonly string[]; readonly writes: Writes }> {
      const { prefix, key } = latestOf(own);
      const names = namesOf([PREFIX, prefix]).filter((entry) => {
        const { epoch = own.turn.epoch } = leftIn(entry);
        return epoch === own.turn.epoch;
      });
      const writes = new Map<string, DeviceRecord>();
      for (const entry of names) {
        const sealedWith = entry.startsWith(PREFIX) ? own.key : key;
        for (const [name, stamp, value] of await recordsLeft(entry, sealedWith))
          if (stamp > (writes.get(name)?.stamp ?? '')) writes.set(name, { stamp, value });
      }
      return { names, writes };
    },
  };
}

function namesOf(prefixes: readonly string[]): string[] {
  return browserMemory.names().filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

/** The key of this tab's entries, and the beginning of their names. */
function latestOf(keyring: Keyring | undefined) {
  const { owner } = keyring?.turn.account ?? {};
  return keyring?.accountKey === undefined || owner === undefined
    ? { key: keyring?.key, prefix: PREFIX }
    : { key: keyring.key && keyring.accountKey, prefix: `${ACCOUNT_PREFIX}${owner}/` };
}

/** @returns nothing of a damaged entry */
function leftIn(entry: string): Partial<Left> {
  try {
    return propertiesOf(JSON.parse(browserMemory.read(entry)));
  } catch {
    return {};
  }
}

/** @returns nothing for an entry that is damaged, or sealed with another key */
async function recordsLeft(
  entry: string,
  key: CryptoKey | undefined,
): Promise<readonly (readonly [name: string, stamp: string, value: unknown])[]> {
  try {
    const { iv = '', from = 0, text = '' } = leftIn(entry);
    if (key === undefined) return [];
    const hidden = fromBase64(text);
    const stream = await keyStream(key, fromBase64(iv), from + hidden.length);
    const plain = added(hidden, stream.subarray(from));
    return JSON.parse(new TextDecoder(undefined, { fatal: true }).decode(plain));
  } catch {
    return [];
  }
}

function added(text: Uint8Array<ArrayBuffer>, stream: Uint8Array): Uint8Array<ArrayBuffer> {
  return text.map((byte, index) => byte ^ (stream[index] ?? 0));
}
