import { afterAll, describe, expect, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { makeConverter } from './converter.ts';
import { makeDocx, relationship, wordPart } from '#server/testing/files/corpus.ts';
import { textOf } from '#server/testing/files/probe.ts';

// LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const converter = makeConverter({ sofficePath: '/usr/bin/soffice', sandbox: 'on' });
afterAll(() => converter.close());

const BY = 'w:author="Prof. Reviewer" w:date="2026-01-02T03:04:05Z"';
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const inserted = (content: string) => `<w:ins w:id="901" ${BY}>${content}</w:ins>`;
const deleted = (text: string) =>
  `<w:del w:id="902" ${BY}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const moved = (tag: 'moveFrom' | 'moveTo', text: string) =>
  `<w:${tag}RangeStart w:id="903" ${BY} w:name="move1"/><w:${tag} w:id="904" ${BY}>${run(text)}</w:${tag}><w:${tag}RangeEnd w:id="903"/>`;
const mark = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
const commented = (id: number, content: string) =>
  `<w:commentRangeStart w:id="${id}"/>${content}<w:commentRangeEnd w:id="${id}"/>${mark(id)}`;
const p = (...content: readonly string[]) => `<w:p>${content.join('')}</w:p>`;
const table = (...rows: readonly string[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid>${rows.join('')}</w:tbl>`;
const row = (content: string, properties = '') =>
  `<w:tr>${properties}<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${content}</w:tc></w:tr>`;

const note = (id: number) =>
  `<w:comment w:id="${id}" ${BY} w:initials="R"><w:p w14:paraId="0000000${id}"><w:r><w:annotationRef/></w:r>${run('REMARK')}</w:p></w:comment>`;
/** What Word writes besides the text of a document with three comments, two of which are a conversation. */
const review = [
  wordPart('comments.xml', 'comments', `<w:comments>${note(0)}${note(1)}${note(2)}</w:comments>`),
  wordPart(
    'commentsExtended.xml',
    'commentsExtended',
    '<w15:commentsEx><w15:commentEx w15:paraId="00000000" w15:done="0"/><w15:commentEx w15:paraId="00000001" w15:paraIdParent="00000000" w15:done="1"/></w15:commentsEx>',
  ),
  wordPart(
    'people.xml',
    'people',
    '<w15:people><w15:person w15:author="Prof. Reviewer"><w15:presenceInfo w15:providerId="AD" w15:userId="S::r@example.edu"/></w15:person></w15:people>',
  ),
  wordPart('header1.xml', 'header', `<w:hdr>${p(commented(2, run('HEAD')))}</w:hdr>`),
  wordPart(
    'footnotes.xml',
    'footnotes',
    `<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="2">${p(commented(1, run('NOTE')), deleted('OLD'))}</w:footnote></w:footnotes>`,
  ),
];

function reviewed(body: string): Buffer {
  return makeDocx({
    body,
    relationships: review.map(({ relationships }) => relationships).join(''),
    types: review.map(({ types }) => types).join(''),
    more: review.map(({ entry }) => entry),
  });
}

const cases = [
  {
    what: 'a comment on some words',
    body: p(run('A '), commented(0, run('word')), run(' here')),
    text: 'A word here',
  },
  { what: 'a comment on a point', body: p(run('A'), mark(0), run('B')), text: 'AB' },
  {
    what: 'a comment with an answer',
    body: p(
      `<w:commentRangeStart w:id="1"/>${commented(0, run('Both'))}<w:commentRangeEnd w:id="1"/>${mark(1)}`,
    ),
    text: 'Both',
  },
  {
    what: 'a comment over paragraphs',
    body: `${p('<w:commentRangeStart w:id="0"/>', run('One'))}${p(run('Two'), '<w:commentRangeEnd w:id="0"/>', mark(0))}`,
    text: 'One Two',
  },
  { what: 'a comment in a table', body: `${table(row(p(commented(0, run('Cell')))))}${p()}`, text: 'Cell' },
  {
    what: 'a comment on a heading, and one on deleted words',
    body: `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${commented(0, run('Title'))}</w:p>${p(commented(1, deleted('OLD')), run('Text'))}`,
    text: 'Title Text',
  },
  {
    what: 'a comment in a footnote',
    body: p(run('Text'), '<w:r><w:footnoteReference w:id="2"/></w:r>', inserted(run('new'))),
    text: /Text.*new.*NOTE/s,
  },
  {
    what: 'a comment in a header',
    body: `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="r-header1.xml"/></w:sectPr></w:pPr>${run('Text')}</w:p>`,
    text: /^HEAD Text/,
  },
  {
    what: 'inserted and deleted words',
    body: p(run('A '), inserted(run('new')), deleted('OLD')),
    text: 'A new',
  },
  {
    what: 'inserted and deleted paragraphs',
    body: [
      `<w:p><w:pPr><w:rPr><w:ins w:id="5" ${BY}/></w:rPr></w:pPr>${inserted(run('New'))}</w:p>`,
      `<w:p><w:pPr><w:rPr><w:del w:id="6" ${BY}/></w:rPr></w:pPr>${deleted('OLD')}</w:p>`,
      p(run('Kept')),
    ].join(''),
    text: 'New Kept',
  },
  {
    what: 'moved words',
    body: `${p(moved('moveFrom', 'OLD'))}${p(run('Kept'))}${p(moved('moveTo', 'Moved'))}`,
    text: 'Kept Moved',
  },
  {
    what: 'a deleted row',
    body: `${table(row(p(run('Kept'))), row(p(deleted('OLD')), `<w:trPr><w:del w:id="7" ${BY}/></w:trPr>`))}${p()}`,
    text: 'Kept',
  },
  {
    what: 'changed formats',
    body: `<w:p><w:pPr><w:jc w:val="right"/><w:pPrChange w:id="8" ${BY}><w:pPr/></w:pPrChange></w:pPr><w:r><w:rPr><w:b/><w:rPrChange w:id="9" ${BY}><w:rPr/></w:rPrChange></w:rPr><w:t>Kept</w:t></w:r></w:p>`,
    text: 'Kept',
  },
] as const;

describe('a Word document with a review becomes its final text', () => {
  testEach(cases)('$what', { short: 1 }, async ({ body, text }) => {
    const outcome = await converter.convert(reviewed(body));
    if (outcome.status === 'FAILED') throw new Error(outcome.reason);
    const shown = textOf(outcome.pdf).replace(/\s+/g, ' ').trim();
    expect(shown).not.toMatch(/REMARK|OLD|Reviewer/);
    if (typeof text === 'string') expect(shown).toBe(text);
    else expect(shown).toMatch(text);
  });

  test.each([
    '<w:settings><w:trackRevisions/></w:settings>',
    '<w:settings/>',
    '<x:settings xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:revisionView x:insDel="1"/></x:settings>',
  ])('also with the settings %s', { tags: 'slow' }, async (xml) => {
    const { types, relationships, entry } = wordPart('settings.xml', 'settings', xml);
    const outcome = await converter.convert(
      makeDocx({ body: p(run('Kept'), deleted('OLD')), types, relationships, more: [entry] }),
    );
    expect(outcome.status === 'COMPLETED' ? textOf(outcome.pdf).trim() : outcome.reason).toBe('Kept');
  });
});

test('a Word document that LibreOffice cannot open is refused with a reason', async () => {
  const outcome = await converter.convert(
    makeDocx({ body: '<w:p><w:r>', relationships: relationship('r1', 'x', 'y') }),
  );
  expect(outcome).toMatchObject({ status: 'FAILED', reason: 'word-not-opened' });
});
