import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';
import { makePasswords, type Passwords } from './passwords.ts';

const passwords = makePasswords({ memoryKib: 64 });
let numHashes = 0;
const counting: Passwords = {
  hash(...given) {
    numHashes += 1;
    return passwords.hash(...given);
  },
  verify(password, hash) {
    numHashes += 1;
    return passwords.verify(password, hash);
  },
  verifyAny(...given) {
    numHashes += 1;
    return passwords.verifyAny(...given);
  },
};
const server = useTestServer({ overrides: { passwords: counting } });

test.each([
  {
    what: 'a login',
    hashes: 2,
    path: '/public/login',
    body: (username: string) => ({ username, password: 'Not-The-Password-1' }),
  },
  {
    what: 'a login after a sign-up',
    hashes: 2,
    path: '/public/login',
    waiting: 'Password-Of-A-Sign-Up-1',
    body: (username: string) => ({ username, password: 'Password-Of-A-Sign-Up-1' }),
  },
  {
    what: 'a sign-up',
    hashes: 1,
    path: '/public/signup',
    body: (username: string) => ({ username, password: 'Another-Password-1' }),
  },
  {
    what: 'a password link',
    hashes: 0,
    path: '/public/forgot-password',
    body: (username: string) => ({ username }),
  },
  {
    what: 'a new code',
    hashes: 0,
    path: '/public/resend-confirm',
    body: (username: string) => ({ username }),
  },
  {
    what: 'a wrong code',
    hashes: 0,
    path: '/public/confirm',
    body: (username: string) => ({ username, code: '000000' }),
  },
])(
  '$what hashes as many passwords for a known address as for an unknown one: $hashes',
  async ({ what, path, body, waiting, hashes }) => {
    const part = `${what.replaceAll(' ', '-')}@example.com`;
    const [known, unknown] = [`known-${part}`, `unknown-${part}`];
    await server().applicant(known);
    for (const username of [known, unknown]) {
      if (waiting !== undefined)
        await server().visitor().post('/public/signup', { username, password: waiting });
      const before = numHashes;
      await server().visitor().post(path, body(username));
      expect(numHashes - before).toBe(hashes);
    }
  },
);
