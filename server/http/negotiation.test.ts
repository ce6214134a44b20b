import { expect, test } from 'vitest';
import { isAccepted, isKnownVersion } from './negotiation.ts';

test.each([
  { header: '', br: false, gzip: false },
  { header: 'gzip, deflate, br', br: true, gzip: true },
  { header: 'gzip, br;q=0', br: false, gzip: true },
  { header: 'gzip;q=0, identity', br: false, gzip: false },
  { header: 'BR', br: true, gzip: false },
  { header: '*', br: true, gzip: true },
  { header: 'br ; q=0.0, *;q=0.1', br: false, gzip: true },
  { header: 'gzip;q=0.5', br: false, gzip: true },
  { header: 'brotli', br: false, gzip: false },
])('accept-encoding "$header"', ({ header, br, gzip }) => {
  expect({ br: isAccepted('br', header), gzip: isAccepted('gzip', header) }).toEqual({ br, gzip });
});

test.each([
  { header: '', isKnown: false },
  { header: 'W/"a-1"', isKnown: true },
  { header: '"a-1"', isKnown: true },
  { header: '"x", W/"a-1"', isKnown: true },
  { header: '*', isKnown: true },
  { header: 'W/"a-2"', isKnown: false },
  { header: 'a-1', isKnown: false },
])('if-none-match $header', ({ header, isKnown }) => {
  expect(isKnownVersion('W/"a-1"', header)).toBe(isKnown);
});
