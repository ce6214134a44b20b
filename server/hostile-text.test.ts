import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { confirmationCode } from '#contract/confirm.ts';
import { username } from '#contract/email.ts';
import { resetLink, resetPassword } from '#contract/reset-password.ts';
import { madeTag } from '#contract/versions.ts';
import { formMessages } from '#form/messages.ts';
import { tidied } from '#plain-text.ts';
import { testEach } from '#testing/test-each.ts';
import { makeDocx } from './testing/files/corpus.ts';
import { cleanDocx } from './adapters/converter/docx.ts';
import { cleanStructure, readStructure } from './adapters/converter/pdf-structure.ts';
import { sniff } from './adapters/converter/sniff.ts';
import { isStorageKey } from './adapters/storage/storage.ts';
import { csvLine, parseCsv } from './domain/ground/csv.ts';
import { attachmentHeader, shownFileName } from './domain/ground/file-name.ts';
import { placesIn } from './http/document-tags.ts';
import { acceptedVersions } from './http/versions.ts';

/** Longer than any request. A parser that is not linear takes a minute for it. */
const CHARS = 300_000;
/** Ten times what any parser takes on a busy machine. */
const DEADLINE_MS = 5000;

/** Returns the processor time of this thread, which does not depend on other work on this machine. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type Read = (text: string) => unknown;

/** Random bytes do not compress, so the document is not refused as a bomb. */
const noise = { name: 'noise', content: randomBytes(65_536) };
const asPart =
  (name: string): Read =>
  (xml) =>
    cleanDocx(makeDocx({ body: '', more: [noise, { name, content: Buffer.from(xml) }] }));
const asFile: Read = (text) => sniff(Buffer.from(text));
const asAnswers: Read = (text) =>
  formMessages(
    Object.fromEntries(
      ['alumni_email', 'phone_home', 'phone_mobile', 'iein', 'birth_date', 'zip', 'ssn', 'college_ceeb'].map(
        (key) => [key, text],
      ),
    ),
    '2026-09-01',
  );

/** Each parser, with the text that is or could become slowest for its patterns. */
const readers: readonly (readonly [what: string, read: Read, pieces: readonly string[]])[] = [
  ['the beginning of a file', asFile, ['<!---->', '<!---->\n<!--', '<!-- -', '<?xml ', ' ', '\\', '<']],
  [
    'relationships of a Word document',
    asPart('word/_rels/x.xml.rels'),
    [
      '<Relationship ',
      '<Relationship "',
      '<Relationship \'"',
      '<Relationship>  ',
      '<Relationship ></Relationship ',
      '<a:Relationship Type="Type=Type="/>',
      ' Target=\'" ',
      '<a',
      'a',
      '""',
    ],
  ],
  [
    'the text of a Word document',
    asPart('word/x.xml'),
    [
      '<instrText ',
      '<w:instrText>RD ',
      '<w:instrText>LINKLINK',
      'instr="',
      'instr=\'"',
      'instr="RD\'',
      '<a:',
      '<!',
    ],
  ],
  ['the head of a part', asPart('word/x.xml'), ['<?xml encoding=', ' ', '<?xml encoding ', 'encoding="a']],
  [
    'the structure of a PDF',
    (text) =>
      cleanStructure(
        readStructure(
          JSON.stringify({
            qpdf: [{}, { 'obj:1 0 R': { value: { '/S': '/URI', '/URI': text, '/X': text } } }],
          }),
        ) ?? { qpdf: [{}, {}] },
      ),
    ['1', '1 ', '1 0 R ', 'u:', 'http'],
  ],
  ['answers', asAnswers, ['a', 'a@a.', 'a@a-', '@', '.', '(2', '1', '-', ' ', 'a.']],
  [
    'a confirmation code',
    (text) => z.safeParse(confirmationCode, text),
    ['1', '1 ', ' ', '-', '123456 ', '\u200d', '٣'],
  ],
  ['the id of a link', (text) => z.safeParse(resetPassword.body, { id: text }), ['a', '.', '\u200d', 'a.']],
  ['a version', acceptedVersions, ['-', '-gzip', '--br', '"', 'W/"', '"7",', ',', ' ']],
  ['a place', placesIn, ['-', '-gzip', '"-', '"a",', ',', ' ']],
  ['a tag', madeTag, ['-gzip', '"-gzip', '--', ' ']],
  ['a link', (text) => resetLink(`?username=${text}`), [' ', '+', '.', '<', 'mailto:', 'п', '@']],
  [
    'an address',
    (text) => z.safeParse(username, text),
    ['a', 'a@a.', '@', '.', 'a-', ' ', 'a+.', '<', 'mailto:', 'п.', 'xn--'],
  ],
  ['a name in a header', attachmentHeader, ['"', '\u0301', '%', "'("]],
  ['a key of the storage', isStorageKey, ['a', 'uploads/', 'a/a/a', '.']],
  ['a table', (text) => parseCsv(`"${text}"`), ['""', 'a', '"",', '\r']],
  ['a cell', (text) => csvLine([text]), [' ', '\t', ';', '"', '=', '\t=', '; =']],
  // These take seconds.
  ['a text of one line', tidied, [' ', 'a ', '\u0301', '\u200d', '\u0301\u200d', 'न\u200d']],
  ['a name of a file', shownFileName, ['.', '/', ' ', '\u0301', '\u202e', '\u200d', 'a\u200d']],
];

const SLOW = readers.slice(-2).flatMap(([, , pieces]) => pieces).length;
const cases = readers.flatMap(([what, read, pieces]) => pieces.map((piece) => ({ what, read, piece })));

testEach(cases)(
  '$what: any number of $piece is read quickly',
  { short: cases.length - SLOW },
  ({ read, piece }) => {
    const text = piece.repeat(CHARS / piece.length);
    const before = workedMs();
    // Also after valid text, and with an end that matches nothing.
    for (const whole of [text, `a${text}\0`, `(212) 555-01${text}x`, `"7${text}"x`]) {
      try {
        read(whole);
      } catch {
        // Refusing the text is fine, too.
      }
    }
    expect(workedMs() - before).toBeLessThan(DEADLINE_MS);
  },
);

test.each([34, 146])('a file of %d comments is soon read', (comments) => {
  const before = workedMs();
  sniff(Buffer.from(`${'<!---->'.repeat(comments)}x`));
  expect(workedMs() - before).toBeLessThan(DEADLINE_MS);
});
