import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { isSameSecret } from '#server/adapters/secrets.ts';
import { Lanes } from '#server/domain/ground/lanes.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

interface PasswordsOptions {
  /** The memory that a hash needs, and costs a guesser. */
  readonly memoryKib?: number;
  readonly runningMax?: number;
  /** Calls beyond these are refused. */
  readonly waitingMax?: number;
}

export interface Passwords {
  /**
   * Returns an argon2id hash in the PHC format, which includes salt and parameters.
   *
   * @param like another hash, whose salt and parameters to use: then the same password gives the same hash
   */
  hash(password: string, like?: string): Promise<string>;
  /** Returns whether the password is right. Without a hash it takes just as long and returns false. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
  /** Returns whether the password is that of any hash alike to the first. Takes as long as `verify`. */
  verifyAny(password: string, hashes: readonly string[]): Promise<boolean>;
}

interface Parsed {
  readonly memory: number;
  readonly passes: number;
  readonly salt: Buffer;
}

/** Returns true if two hashes have the same salt, so that one password has one hash. */
export function areAlike(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('$')) === other.slice(0, other.lastIndexOf('$'));
}

/** Hashes passwords off the event loop, one per core at a time, so that a flood of logins cannot block the server. */
export function makePasswords({
  memoryKib = MEMORY_KIB,
  runningMax = availableParallelism(),
  waitingMax = 200,
}: PasswordsOptions = {}): Passwords {
  const lanes = new Lanes({ atOnce: runningMax, mostWaiting: waitingMax });
  const dummy = { memory: memoryKib, passes: PASSES, salt: randomBytes(SALT_BYTES) };

  async function hashWith(password: string, { memory, passes, salt }: Parsed): Promise<string> {
    // Different keyboards produce different code points for the same letters.
    const message = password.normalize('NFC');
    const tag = await lanes.run('everybody', () =>
      derive('argon2id', {
        message,
        nonce: salt,
        parallelism: PARALLELISM,
        tagLength: TAG_BYTES,
        memory,
        passes,
      }),
    );
    return `$argon2id$v=19$m=${memory},t=${passes},p=${PARALLELISM}$${encode(salt)}$${encode(tag)}`;
  }

  async function verifyAny(password: string, hashes: readonly string[]): Promise<boolean> {
    const parsed = parse(hashes[0]);
    const found = await hashWith(password, parsed ?? dummy);
    return parsed !== undefined && hashes.some((hash) => isSameSecret(found, hash));
  }

  return {
    hash: (password, like) => hashWith(password, parse(like) ?? { ...dummy, salt: randomBytes(SALT_BYTES) }),
    verify: (password, hash) => verifyAny(password, typeof hash === 'string' ? [hash] : []),
    verifyAny,
  };
}

function parse(hash: string | undefined): Parsed | undefined {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$[\w+/]+$/.exec(hash ?? '');
  const [, memory, passes, salt] = parsed ?? [];
  if (salt === undefined) return undefined;
  return { memory: Number(memory), passes: Number(passes), salt: Buffer.from(salt, 'base64') };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
