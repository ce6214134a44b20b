import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Lanes } from './lanes.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

interface PasswordsOptions {
  /** The memory that a hash needs: what it costs whoever guesses. */
  readonly memoryKib?: number;
  readonly runningMax?: number;
  /** Calls beyond these are refused. */
  readonly waitingMax?: number;
}

export interface Passwords {
  /** Returns an argon2id hash in the PHC format, which includes salt and parameters. */
  hash(password: string): Promise<string>;
  /** Returns whether the password is right. Without a hash it takes just as long and returns false. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** Hashes passwords off the event loop, one per core at a time, so that a flood of logins cannot block the server. */
export function makePasswords({
  memoryKib = MEMORY_KIB,
  runningMax = availableParallelism(),
  waitingMax = 200,
}: PasswordsOptions = {}): Passwords {
  const lanes = new Lanes({ atOnce: runningMax, mostWaiting: waitingMax });
  const dummy = { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  async function hashWith(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
    // Different keyboards produce different code points for the same letters.
    const message = password.normalize('NFC');
    return lanes.run('everybody', () =>
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
      const tag = await hashWith(password, salt, memoryKib, PASSES);
      return `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=${PARALLELISM}$${encode(salt)}$${encode(tag)}`;
    },
    async verify(password, hash) {
      const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? '');
      const [, memory = memoryKib, passes = PASSES, salt, tag] = parsed ?? [];
      const expected = tag === undefined ? dummy.tag : Buffer.from(tag, 'base64');
      const from = salt === undefined ? dummy.salt : Buffer.from(salt, 'base64');
      const found = await hashWith(password, from, Number(memory), Number(passes));
      return timingSafeEqual(found, expected) && parsed !== null;
    },
  };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
