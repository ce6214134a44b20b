import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = resolve(import.meta.dirname, '..');
const lock = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

// npm leaves the hash out for packages of other systems if the file is made where some are installed already.
test.each(['.', 'bench/client', 'bench/offline'])(
  'the lock file of %s has a hash of each package',
  (folder) => {
    const text = readFileSync(resolve(root, folder, 'package-lock.json'), 'utf8');
    const entries = Object.entries(lock.parse(JSON.parse(text)).packages).filter(([path]) => path !== '');
    expect(entries.length).toBeGreaterThan(30);
    expect(entries.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
  },
);
