import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

const FILES = ['deploy/*Dockerfile', 'deploy/*.yaml', '.github/workflows/*.yml', '.gitlab-ci.yml'];
/** What `FROM` and `image:` name, in quotation marks or not. */
const IMAGE = /^FROM (\S+)|^[^#\n]*\bimage: *'?([^\s',]+)/gm;
/** Stages of the Dockerfile, and the image that is built from it. */
const OURS = /^(base|build)$|(^|\/)graduate-admissions(:|$)/;

const files = globSync(FILES, { cwd: root });
const images = new Set(
  files.flatMap((file) => [...read(file).matchAll(IMAGE)].map(([, from, image]) => from ?? image ?? '')),
);
const foreign = [...images].filter((image) => !OURS.test(image));

test('images of others are found in each kind of file', () => {
  expect(files.length).toBeGreaterThan(4);
  expect(foreign.map((image) => image.split(/[:@]/, 1)[0])).toEqual(
    expect.arrayContaining(['node', 'postgres', 'axllent/mailpit']),
  );
});

test('the page on security names each image that has no digest', () => {
  const [, sentence = ''] = /Images without a digest: (.*?)\./s.exec(read('docs/security.md')) ?? [];
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, image]) => image);
  expect(named.toSorted()).toEqual(foreign.filter((image) => !image.includes('@sha256:')).toSorted());
});

test('Renovate pins them', () => {
  expect(JSON.parse(read('renovate.json')).extends).toContain('docker:pinDigests');
});
