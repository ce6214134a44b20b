import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { BusyError } from './errors.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const WAITING_MAX = 200;

const derive = promisify(argon2);

export interface Passwords {
  /** An argon2id hash in the PHC form, salt and parameters in it. */
  hash(password: string): Promise<string>;
  /** Whether a password is right. Without a hash it takes just as long, and says no. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** Hashing off the event loop, never more at once than the machine has cores, so that a flood of logins starves nobody. */
export function makePasswords(maxAtOnce = availableParallelism()): Passwords {
  const run = limitConcurrency(maxAtOnce);
  const dummy = { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  async function hashWith(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
    // The same letters can be typed as different code points on different keyboards.
    const message = password.normalize('NFC');
    return run(() =>
      derive('argon2id', {
        message,
        nonce: salt,
        parallelism: PARALLELISM,
        tagLength: TAG_BYTES,
        memory,
        passes,
      }),
    );
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await hashWith(password, salt, MEMORY_KIB, PASSES);
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(salt)}$${encode(tag)}`;
    },
    async verify(password, hash) {
      const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? '');
      const [, memory = MEMORY_KIB, passes = PASSES, salt, tag] = parsed ?? [];
      const expected = tag === undefined ? dummy.tag : Buffer.from(tag, 'base64');
      const from = salt === undefined ? dummy.salt : Buffer.from(salt, 'base64');
      const found = await hashWith(password, from, Number(memory), Number(passes));
      return timingSafeEqual(found, expected) && parsed !== null;
    },
  };
}

function limitConcurrency(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= most) {
      if (waiting.length >= WAITING_MAX) throw new BusyError();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // A waiting one takes over this place; otherwise the place is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
