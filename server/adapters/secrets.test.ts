import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { StartError } from './errors.ts';
import { isSameSecret, loadSecrets, Secrets, UnknownSecretError } from './secrets.ts';

const [first, second] = ['first-secret-'.repeat(3), 'second-secret-'.repeat(3)];

describe('sealing', () => {
  test('sealing hides a text, differently each time, and gives it back', () => {
    const secrets = new Secrets([first]);
    const [one, other] = [secrets.seal('123-45-6789', 'a'), secrets.seal('123-45-6789', 'a')];
    expect(one).not.toBe(other);
    expect(one).not.toContain('6789');
    expect(secrets.open(one, 'a')).toBe('123-45-6789');
  });

  test('opening notices a sealed text that was moved or changed', () => {
    const secrets = new Secrets([first]);
    const sealed = secrets.seal('123-45-6789', 'one applicant');
    expect(() => secrets.open(sealed, 'another applicant')).toThrow();
    const parts = sealed.split('.');
    parts[3] = Buffer.from('000-00-0000').toString('base64url');
    expect(() => secrets.open(parts.join('.'), 'one applicant')).toThrow();
  });

  test('sealing goes on with the new secret while the old one still opens', () => {
    const sealed = new Secrets([first]).seal('text', 'a');
    expect(new Secrets([second, first]).open(sealed, 'a')).toBe('text');
    expect(() => new Secrets([second]).open(sealed, 'a')).toThrow(UnknownSecretError);
  });
});

test('a seed gives the same value for a purpose, another for another', () => {
  const secrets = new Secrets([first]);
  const seed = secrets.newSeed();
  expect(secrets.derive(seed, 'code')).toEqual(new Secrets([second, first]).derive(seed, 'code'));
  expect(secrets.derive(seed, 'code')).not.toEqual(secrets.derive(seed, 'link'));
  expect(secrets.derive(seed, 'code')).not.toEqual(secrets.derive(secrets.newSeed(), 'code'));
});

test.each([
  { given: 'secret', expected: 'secret', isSame: true },
  { given: 'Secret', expected: 'secret', isSame: false },
  { given: 'secret', expected: 'secrets', isSame: false },
  { given: '', expected: 'secret', isSame: false },
  { given: 'é', expected: 'e\u0301', isSame: false },
])('"$given" for "$expected": $isSame', ({ given, expected, isSame }) => {
  expect(isSameSecret(given, expected)).toBe(isSame);
});

describe('the secret in the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is made once, for us alone, and a damaged one is not replaced', () => {
    const { keyId } = loadSecrets(folder, undefined);
    expect(loadSecrets(folder, undefined).keyId).toBe(keyId);
    const file = join(folder, 'secret-keys');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThanOrEqual(43);
    writeFileSync(file, '');
    expect(() => loadSecrets(folder, undefined)).toThrow(StartError);
  });
});
