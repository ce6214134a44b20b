import { describe, expect, test } from 'vitest';
import { digitsOf, plainDigits, tidied, tidiedLines, withoutUnseen } from './plain-text.ts';

const every = (pattern: RegExp) =>
  Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => pattern.test(sign));

describe('digits', () => {
  // Unlike ours, the library's table has an entry for each numbering system.
  const systems = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
    const ten = Array.from({ length: 10 }, (_, digit) => format.format(digit));
    return ten.every((digit) => /^\p{Nd}$/u.test(digit)) ? [{ numberingSystem, ten }] : [];
  });

  test.each(systems)('$numberingSystem: $ten', ({ ten }) => {
    expect(plainDigits(ten.join(''))).toBe('0123456789');
  });

  test('every digit of Unicode becomes one of ten', () => {
    const all = every(/\p{Nd}/u);
    expect(all.length).toBeGreaterThan(600);
    expect(plainDigits(all.join(''))).toBe('0123456789'.repeat(all.length / 10));
  });

  test.each([
    { text: '٥٧٠-٥٥٥', digits: '570555' },
    { text: '(۵۷۰) ۵۵۵', digits: '570555' },
    { text: '५७० ५५५', digits: '570555' },
    { text: '５７０－５５５', digits: '570555' },
    { text: '12²①Ⅷ三', digits: '12' },
    { text: 'none', digits: '' },
  ])('the digits of "$text" are $digits', ({ text, digits }) => {
    expect(digitsOf(text)).toBe(digits);
  });

  test('an amount keeps its signs', () => {
    expect(plainDigits('١٬٢٥٠٫٥٠')).toBe('1,250.50');
  });
});

describe('invisible characters', () => {
  test('goes, whichever it is', () => {
    const drawn = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u;
    const unseen = every(/\p{Cf}/u).filter((sign) => !drawn.test(sign));
    expect(unseen.length).toBeGreaterThan(100);
    for (const sign of unseen) expect(withoutUnseen(`${sign}An${sign}n ${sign}a${sign}`)).toBe('Ann a');
    for (const sign of every(drawn)) expect(withoutUnseen(`ا${sign}ب`)).toBe(`ا${sign}ب`);
  });

  test.each([
    // A Persian, a Hindi and an old Malayalam word, and parts of an emoji.
    'نمی\u200cدانم',
    'क्\u200dष',
    'അവന്\u200d',
    '👩🏽\u200d🎓',
    '❤️\u200d🔥',
    'ശ്രീമാന്\u200d',
  ])('the joiners of "%s" stay', (text) => {
    expect(withoutUnseen(text)).toBe(text);
  });

  test.each([
    { text: '\u200dنمی', left: 'نمی' },
    { text: 'Ma\u200dry', left: 'Mary' },
    { text: 'Jose\u0301\u200c', left: 'Jose\u0301' },
    { text: '\u202aanna@example.org\u202c', left: 'anna@example.org' },
    { text: '57\u200d0', left: '570' },
    { text: 'co\u00adoperate', left: 'cooperate' },
  ])('"$left" is left', ({ text, left }) => {
    expect(withoutUnseen(text)).toBe(left);
  });
});

test.each([
  { text: '  Mary   Ann ', read: 'Mary Ann' },
  { text: ' O Neill\u00a0', read: 'O Neill' },
  { text: 'Jose\u0301', read: 'José' },
  { text: '\ufeffAnna\u3000Li\u2009\t', read: 'Anna Li' },
  { text: '\u200b \u00a0', read: '' },
  { text: 'Anna \u200b Li', read: 'Anna Li' },
  { text: 'Müller', read: 'Müller' },
  { text: 'Ｊｏｈｎ\u3000Ｓｍｉｔｈ', read: 'John Smith' },
  { text: '１－２－３ Ｓｔａｔｅ', read: '1-2-3 State' },
  { text: '東京都、港区（芝）・ｱｲ', read: '東京都、港区（芝）・ｱｲ' },
  { text: 'Acme\u2028Inc.\vYork', read: 'Acme Inc. York' },
  { text: '\uf0b7 Nurse', read: '• Nurse' },
  { text: '\u00ad\u200b\u200e12 Main St', read: '12 Main St' },
])('"$text" is read as "$read"', ({ text, read }) => {
  expect(tidied(text)).toBe(read);
});

test.each([
  {
    what: 'a joiner at the end, which the next letter may follow',
    text: 'نمی\u200c',
    typed: 'نمی\u200c',
    read: 'نمی',
  },
  { what: 'a joiner before a blank', text: 'نمی\u200c دانم', typed: 'نمی\u200c دانم', read: 'نمی دانم' },
  { what: 'an emoji not yet complete', text: '👩🏽\u200d', typed: '👩🏽\u200d', read: '👩🏽' },
  { what: 'an emoji of several parts', text: '👩🏽\u200d🎓', typed: '👩🏽\u200d🎓', read: '👩🏽\u200d🎓' },
  { what: 'a joiner after a Latin letter', text: 'Zoë\u200d', typed: 'Zoë', read: 'Zoë' },
])('$what stays while it is typed, and is read as it looks', ({ text, typed, read }) => {
  expect(withoutUnseen(text)).toBe(typed);
  expect(tidied(text)).toBe(read);
});

test.each([
  { text: 'I write\u2028to you\u2029again\v.', read: 'I write\nto you\nagain\n.' },
  { text: '\uf0b7\tcare of patients\r\n\uf0b7\tteaching', read: '•\tcare of patients\r\n•\tteaching' },
  { text: '\ufeffco\u00adoperate', read: 'cooperate' },
  // What carries meaning stays: joiners, wide signs and blanks, and names in private-use characters.
  { text: 'می\u200cروم 👩🏽\u200d🎓', read: 'می\u200cروم 👩🏽\u200d🎓' },
  { text: '志望動機：\u3000看護（Ａ）', read: '志望動機：\u3000看護（Ａ）' },
  { text: '\ue863', read: '\ue863' },
])('the lines "$text" are read as "$read"', ({ text, read }) => {
  expect(tidiedLines(text)).toBe(read);
});
