import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NamedError, SettingError, StartError } from './errors.ts';

const KEY_FILE = 'secret-keys';
const KEY_MIN_CHARS = 32;
const IV_BYTES = 12;
const SEED_BYTES = 16;

/** The value was sealed with a secret that this server does not have. */
export class UnknownSecretError extends NamedError {}

interface Key {
  readonly id: string;
  readonly secret: string;
  readonly encryption: Buffer;
}

/** Encrypts values that must not be readable from the database alone. Derives values that need not be stored. */
export class Secrets {
  readonly #keys: readonly [Key, ...Key[]];

  /** @param secrets the first one seals, all of them open */
  constructor(secrets: readonly string[]) {
    const [first, ...others] = secrets.map(toKey);
    if (first === undefined) throw new StartError('There is no secret to encrypt with.');
    this.#keys = [first, ...others];
  }

  get keyId(): string {
    return this.#keys[0].id;
  }

  has(keyId: string): boolean {
    return this.#keys.some(({ id }) => id === keyId);
  }

  /**
   * Encrypts a text (AES-256-GCM).
   *
   * @param place where the text is stored. `open` needs the same place, so values cannot be moved between rows.
   */
  seal(text: string, place: string): string {
    const [{ id, encryption }] = this.#keys;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', encryption, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [
      'v1',
      id,
      iv.toString('base64url'),
      sealed.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
    ].join('.');
  }

  /** @throws {UnknownSecretError} when it was sealed with a secret that we do not have */
  open(sealed: string, place: string): string {
    const [version, keyId = '', iv = '', text = '', tag = ''] = sealed.split('.');
    const key = this.#keys.find(({ id }) => id === keyId);
    if (version !== 'v1' || key === undefined) throw new UnknownSecretError(`Sealed by the secret ${keyId}.`);
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(place))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  }

  /** Returns a random seed for `derive`, bound to the present secret. Without that secret the seed is useless. */
  newSeed(): string {
    return `${this.keyId}.${randomBytes(SEED_BYTES).toString('base64url')}`;
  }

  /** Returns false for a seed that was made with a secret that we do not have. */
  canDerive(seed: string): boolean {
    return this.#keys.some(({ id }) => seed.startsWith(`${id}.`));
  }

  /**
   * Derives 256 bits for one purpose. The same seed gives the same bytes; without the secret nobody can guess them.
   *
   * @throws {UnknownSecretError} when the seed was made with a secret that we do not have
   */
  derive(seed: string, purpose: string): Buffer {
    const keyId = seed.split('.', 1)[0] ?? '';
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key === undefined) throw new UnknownSecretError(`Made with the secret ${keyId}.`);
    return Buffer.from(hkdfSync('sha256', key.secret, seed, `admissions ${purpose}`, 32));
  }
}

/** Compares two texts in constant time: the duration reveals neither the first difference nor the lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Returns the secrets from the environment, or else those in the data folder. Makes that file if it is missing.
 *
 * @throws {SettingError} when the file in the data folder is damaged
 */
export function loadSecrets(dataDir: string, fromEnvironment: readonly string[] | undefined): Secrets {
  if (fromEnvironment !== undefined) return new Secrets(fromEnvironment);
  const path = join(dataDir, KEY_FILE);
  if (!existsSync(path)) makeKeyFile(path);
  chmodSync(path, 0o600);
  const secrets = keysInFile(dataDir) ?? [];
  if (secrets.length === 0 || secrets.some((secret) => secret.length < KEY_MIN_CHARS)) {
    throw new SettingError(
      `${path} holds no usable secret; restore it from your backup, or set SECRET_KEYS.`,
    );
  }
  return new Secrets(secrets);
}

/** Returns the secrets stored in the data folder, or `undefined` if there are none. */
export function keysInFile(dataDir: string): readonly string[] | undefined {
  const path = join(dataDir, KEY_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : undefined;
}

/** Replaces the secrets in the data folder, or removes them. Does all of it or nothing. */
export function replaceKeysInFile(dataDir: string, secrets: readonly string[] | undefined): void {
  const path = join(dataDir, KEY_FILE);
  if (secrets === undefined) return rmSync(path, { force: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, secrets.map((secret) => `${secret}\n`).join(''), { mode: 0o600, flush: true });
  renameSync(unfinished, path);
}

function makeKeyFile(path: string): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, path); // Unlike a rename, this never replaces a secret that another start made.
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

function toKey(secret: string): Key {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return { id: derived('key id', 6).toString('hex'), secret, encryption: derived('encryption', 32) };
}
