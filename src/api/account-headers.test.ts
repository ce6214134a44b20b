import { expect, test } from 'vitest';
import { deviceKeyIn, versionIn } from './account-headers.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, index) => index * 8);
const AS_TEXT = 'AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg';

test.each([
  { what: '32 bytes', header: AS_TEXT, key: KEY },
  { what: '32 bytes beyond base64', header: '_-8'.repeat(14).slice(0, 42) + 'w', key: true },
  { what: 'no header', header: undefined, key: undefined },
  { what: 'nothing', header: '', key: undefined },
  { what: 'too few bytes', header: AS_TEXT.slice(0, 40), key: undefined },
  { what: 'no base64', header: 'not a key!', key: undefined },
])('$what', ({ header, key }) => {
  const found = deviceKeyIn(new Headers(header === undefined ? {} : { 'Device-Key': header }));
  expect(key === true ? found?.length : found).toEqual(key === true ? KEY.length : key);
});

test.each([
  [undefined, undefined],
  ['"7"', '"7"'],
  ['W/"7"', '"7"'],
  ['"7-gzip"', '"7"'],
  ['"7-br"', '"7"'],
  ['W/"2a-5f1bOeVxUo3"', undefined],
  ['"5f1b-2a"', undefined],
  ['"d41d8cd98f00b204e9800998ecf8427e"', undefined],
  ['W/"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"', undefined],
  ['', undefined],
])('the version in the tag %s is %s', (tag, version) => {
  expect(versionIn(new Headers(tag === undefined ? {} : { etag: tag }))).toBe(version);
});
