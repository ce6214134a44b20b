import { describe, expect, test } from 'vitest';
import { applicationNumber, looksLikeNumber, serialOf } from './application-number.ts';

const LAST = 6_436_342;
const serials = [1, 2, 3, 22, 23, 24, 4711, 100_000, 1_234_567, LAST - 1, LAST];
const numbers = serials.map(applicationNumber);

test('each application has its own number, and is found by it however it is written', () => {
  expect(new Set(numbers).size).toBe(serials.length);
  for (const [index, number] of numbers.entries()) {
    expect(number).toMatch(/^[2-9CDFHJKMNPQRTVWX]{4}-[2-9CDFHJKMNPQRTVWX]{2}$/);
    for (const written of [number, number.toLowerCase(), number.replace('-', ''), ` ${number} `])
      expect(serialOf(written)).toBe(serials[index]);
  }
});

test('ten thousand in a row are all different', () => {
  const many = Array.from({ length: 10_000 }, (_, serial) => applicationNumber(serial + 1));
  expect(new Set(many).size).toBe(10_000);
});

describe.each(numbers)('of %s', (number) => {
  const signs = Array.from(number.replace('-', ''));

  test('no number with one wrong sign is taken for another', () => {
    for (const [place] of signs.entries())
      for (const sign of '23456789CDFHJKMNPQRTVWX') {
        const wrong = signs.with(place, sign).join('');
        if (sign !== signs[place])
          expect({ wrong, serial: serialOf(wrong) }).toEqual({ wrong, serial: undefined });
      }
  });

  test('no number with two signs in the other order is taken for another', () => {
    for (let place = 0; place < signs.length - 1; place += 1) {
      const [a = '', b = ''] = signs.slice(place, place + 2);
      if (a !== b)
        expect(
          serialOf(
            signs
              .with(place, b)
              .with(place + 1, a)
              .join(''),
          ),
        ).toBeUndefined();
    }
  });
});

test.each(['', '7K4Q', '7K4Q-2M-', '7K4O-2M', 'ABCD-EF', '1K4Q-2M', '７K4Q-2M'])(
  '"%s" is no number',
  (text) => {
    expect(serialOf(text)).toBeUndefined();
  },
);

test.each([
  { text: '7K4O-2M', looks: true },
  { text: '7k4q-2m', looks: true },
  { text: 'Jean-Lu', looks: false },
  { text: '7K4Q2M', looks: false },
])('$text looks like a number: $looks', ({ text, looks }) => {
  expect(looksLikeNumber(text)).toBe(looks);
});
