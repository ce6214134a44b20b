import { expect, test } from 'vitest';
import { maskKinds, maskNotice, maskText, withoutMask } from './mask.ts';

const { phone, phoneAbroad, ssn } = maskKinds;
const LEFT_OUT = 'The 1 at the beginning was read as +1, the country code, and left out.';

test.each([
  ['', ''],
  ['5', '(5'],
  ['570', '(570'],
  ['5705', '(570) 5'],
  ['570555', '(570) 555'],
  ['5705550', '(570) 555-0'],
  ['5705550142', '(570) 555-0142'],
  ['(570) 555-0142', '(570) 555-0142'],
  ['570.555.0142', '(570) 555-0142'],
  ['570 555 0142', '(570) 555-0142'],
  ['570-555-0142', '(570) 555-0142'],
  ['+1 570 555 0142', '(570) 555-0142'],
  ['+1 (570) 555-0142', '(570) 555-0142'],
  ['+15705550142', '(570) 555-0142'],
  ['+1 570', '(570'],
  ['1-570-555-0142', '(570) 555-0142'],
  ['15705550142', '(570) 555-0142'],
  ['tel:', 'tel:'],
  ['\u00a0570\u2011555\u20110142\u00a0', '(570) 555-0142'],
  ['５７０５５５０１４２', '(570) 555-0142'],
  ['٥٧٠٥٥٥٠١٤٢', '(570) 555-0142'],
  ['۵۷۰۵۵۵۰۱۴۲', '(570) 555-0142'],
  ['५७०५५५०१४२', '(570) 555-0142'],
  ['+١ ٥٧٠ ٥٥٥ ٠١٤٢', '(570) 555-0142'],
  // Invalid by the rules. All digits stay, so that the message makes sense.
  ['1705550142', '(170) 555-0142'],
  ['570-555-0142 x12', '570-555-0142 x12'],
  // A foreign number must not become an American one that passes the rule.
  ['+49 170 1234567', '+49 170 1234567'],
  ['0049 170 1234567', '0049 170 1234567'],
  ['(0049) 170 1234567', '(0049) 170 1234567'],
  ['\u202a+49 170 1234567\u202c', '\u202a+49 170 1234567\u202c'],
  ['＋４９ １７０', '＋４９ １７０'],
  // The same, letter by letter.
  ['+', '+'],
  ['+4', '+4'],
  ['+49 1', '+49 1'],
  ['+1', ''],
  ['+1 5', '(5'],
  ['0', '0'],
  ['02079460000', '02079460000'],
  ['0705550142', '0705550142'],
  ['(0161) 496 0000', '(0161) 496 0000'],
  ['٠٢٠٧٩٤٦٠٠٠٠', '٠٢٠٧٩٤٦٠٠٠٠'],
  ['+(1) 570 555 0142', '(570) 555-0142'],
])('phone "%s" becomes "%s"', (raw, masked) => {
  expect(maskText(phone, raw, raw.length).text).toBe(masked);
});

test.each([
  ['13812345678', '13812345678'],
  ['1381234567', '(138) 123-4567'],
  ['138 1234 5678', '138 1234 5678'],
  ['١٣٨١٢٣٤٥٦٧٨', '١٣٨١٢٣٤٥٦٧٨'],
  ['447911123456', '447911123456'],
  ['5705550142', '(570) 555-0142'],
  ['+1 570 555 0142', '(570) 555-0142'],
])('phone "%s" from abroad becomes "%s"', (raw, masked) => {
  expect(maskText(phoneAbroad, raw, raw.length).text).toBe(masked);
});

test.each([
  { before: '(138) 123-4567', text: '(138) 123-45678', typed: '13812345678' },
  { before: '(570', text: '(0570', typed: '0570' },
  { before: '', text: '138 1234 5678', typed: '138 1234 5678' },
  { before: '0161 496', text: '0161 4960', typed: '0161 4960' },
])('what was typed into "$before" to make "$text" is "$typed"', ({ before, text, typed }) => {
  expect(withoutMask(phone, text, before)).toBe(typed);
});

test.each([
  ['', ''],
  ['123', '123'],
  ['1234', '123-4'],
  ['12345', '123-45'],
  ['123456789', '123-45-6789'],
  ['123-45-6789', '123-45-6789'],
  ['123 45 6789', '123-45-6789'],
  ['000-00-0000', '000-00-0000'],
])('Social Security number "%s" becomes "%s"', (raw, masked) => {
  expect(maskText(ssn, raw, raw.length).text).toBe(masked);
});

test.each([
  { typed: '(570) 555-0142', masked: '(570) 555-0142', caret: 14 },
  // "|" marks the caret: after a digit was inserted, and after one was deleted, in the middle.
  { typed: '(5|70) 555-0142', masked: '(570) 555-0142', caret: 2 },
  { typed: '(57|) 555-0142', masked: '(575) 550-142', caret: 3 },
  { typed: '570555|0142', masked: '(570) 555-0142', caret: 10 },
])('the caret stays before the same digits: $typed', ({ typed, masked, caret }) => {
  const position = typed.indexOf('|');
  const raw = typed.replace('|', '');
  expect(maskText(phone, raw, position < 0 ? raw.length : position)).toMatchObject({ text: masked, caret });
});

test.each([
  {
    kind: phone,
    raw: '570 555 0142 99',
    cut: 2,
    words: 'Your number was 2 digits longer than the 10 that fit; please check it.',
  },
  {
    kind: phone,
    raw: '57055501421',
    cut: 1,
    words: 'Your number was 1 digit longer than the 10 that fit; please check it.',
  },
  { kind: phone, raw: '+44 20 7946 0958', cut: 0, words: phone.foreignNotice },
  { kind: phone, raw: '004', cut: 0, words: phone.foreignNotice },
  { kind: phone, raw: '+', cut: 0, words: '' },
  { kind: phone, raw: '0', cut: 0, words: phone.foreignNotice },
  { kind: phone, raw: '٠', cut: 0, words: phone.foreignNotice },
  { kind: phoneAbroad, raw: '13812345678', cut: 0, words: phone.foreignNotice },
  { kind: phone, raw: '+1', cut: 0, words: '' },
  { kind: phone, raw: '+1 570', cut: 0, words: LEFT_OUT },
  { kind: phone, raw: '15705550142', cut: 0, words: LEFT_OUT },
  { kind: phoneAbroad, raw: '+15705550142', cut: 0, words: LEFT_OUT },
  {
    kind: phone,
    raw: '+1 570 555 0142 9',
    cut: 1,
    words: `${LEFT_OUT} Your number was 1 digit longer than the 10 that fit; please check it.`,
  },
  { kind: ssn, raw: '001-45-6789', cut: 0, words: '' },
  { kind: ssn, raw: '123-45-6789', cut: 0, words: '' },
])('$raw is cut by $cut, and says so', ({ kind, raw, cut, words }) => {
  const masked = maskText(kind, raw, raw.length);
  expect(masked.digitsCut).toBe(cut);
  expect(maskNotice(kind, masked)).toBe(words);
});
