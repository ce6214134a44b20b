import { describe, expect, test } from 'vitest';
import { csvLine, parseCsv } from './csv.ts';

/** Returns the cells of a spreadsheet that splits at any of these characters, even inside quotes. */
function splitAnywhere(line: string): string[] {
  return line.split(/[;\t\r\n]|","/).map((piece) => piece.replace(/^[\s"\p{C}]+/u, ''));
}

function contentsOf(source: string): unknown[] {
  return parseCsv(source).lines.map(({ content }) => content);
}

test('lines are numbered as an editor numbers them, blank ones and those within quotes among them', () => {
  const { headings, lines } = parseCsv('\n name ,city\n\n\r\nGood,B\r"Two\nlines",B\n\nLast,B');
  expect(headings).toEqual(['name', 'city']);
  expect(lines).toEqual([
    { number: 5, content: { name: 'Good', city: 'B' } },
    { number: 6, content: { name: 'Two\nlines', city: 'B' } },
    { number: 9, content: { name: 'Last', city: 'B' } },
  ]);
});

test.each([
  { source: 'name,city\n\nA"B,C"D\n', says: 'Line 3: a quote is not closed, or a quote inside a cell' },
  { source: 'name,city\n"Two\nlines",B\n"A"x,B\n', says: 'Line 4: a quote is not closed' },
  { source: 'name,city\n"Unclosed,B\nA,B\n', says: 'Line 2: a quote is not closed' },
  { source: 'name,city\n\n\nA,B,C\n', says: 'Line 4 has 3 columns instead of 2.' },
  { source: 'name,city\nA\0B,C\n', says: 'Line 2 contains a NUL character' },
])('an error in $source is reported with its line: $says', ({ source, says }) => {
  expect(() => parseCsv(source)).toThrow(says);
});

describe('a line of CSV', () => {
  test.each(['2026-11-26', '2026-11-26 08:13'])('has dates without quotes: %s', (date) => {
    expect(csvLine(['01850', date, `${date}x`])).toBe(`"01850",${date},"${date}x"\r\n`);
  });

  test('has other cells in quotes', () => {
    expect(csvLine(['Ada', '', 'a "b", c', 'two\nlines'])).toBe('"Ada","","a ""b"", c","two\nlines"\r\n');
  });

  test.each([
    { cell: '=1+1', written: "'=1+1" },
    { cell: '+49 170 1234567', written: "'+49 170 1234567" },
    { cell: '-1', written: "'-1" },
    { cell: '@SUM(A1)', written: "'@SUM(A1)" },
    { cell: '＝1+1', written: "'＝1+1" },
    { cell: '＋1', written: "'＋1" },
    { cell: '－1', written: "'－1" },
    { cell: '＠SUM(A1)', written: "'＠SUM(A1)" },
    { cell: ' \u00a0\u200b=1+1', written: " \u00a0\u200b'=1+1" },
    { cell: '\t=1+1', written: "\t'=1+1" },
    { cell: ';=1+1', written: ";'=1+1" },
    { cell: 'a; =1+1;b', written: "a; '=1+1;b" },
    { cell: 'a;;"=1+1"', written: 'a;;"\'=1+1"' },
    { cell: 'one\r\n=HYPERLINK("x")', written: 'one\r\n\'=HYPERLINK("x")' },
    { cell: '- one\n- two', written: "'- one\n'- two" },
    { cell: 'a\t@b', written: "a\t'@b" },
  ])('has nothing that a spreadsheet would compute, wherever it splits: $cell', ({ cell, written }) => {
    const line = csvLine(['ada@example.com', cell]);
    expect(contentsOf(`username,answer\r\n${line}`)).toEqual([
      { username: 'ada@example.com', answer: written },
    ]);
    for (const piece of splitAnywhere(line)) expect(piece).not.toMatch(/^[=+\-@＝＋－＠]/);
  });

  test.each(["O'Brien-Núñez", 'a=b', '1,5 - 2', 'x@example.com', 'Zoë; Ada', '\tAda'])(
    'leaves other text as it is: %s',
    (cell) => {
      expect(contentsOf(`answer\r\n${csvLine([cell])}`)).toEqual([{ answer: cell }]);
    },
  );
});
