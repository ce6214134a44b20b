import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  field,
  makeDocx,
  makePicture,
  paragraph,
  picture,
  relationship,
} from '#server/testing/files/corpus.ts';
import {
  encrypted,
  makePdf,
  saved,
  withForms,
  withPage,
  withUserUnit,
} from '#server/testing/files/pdf-corpus.ts';
import { factsOf, textOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { converter, pdfOf, refusalOf } = useConverter();

test('all system parts are here', async () => {
  expect((await converter.systemParts()).filter(({ isPresent }) => !isPresent)).toEqual([]);
});

describe('what becomes a PDF', () => {
  test('a Word document, with its words, tagged, again and again', async () => {
    for (const word of ['Alpha', 'Beta', 'Gamma']) {
      const pdf = await pdfOf(makeDocx({ body: paragraph(`Transcript of ${word}`) }));
      expect(textOf(pdf)).toContain(`Transcript of ${word}`);
      expect(factsOf(pdf)).toMatchObject({
        Pages: '1',
        Tagged: 'yes',
        'Page size': '612 x 792 pts (letter)',
      });
    }
  });

  test('a PDF, with its words', async () => {
    const pdf = await pdfOf(await saved(await makePdf(3), true));
    expect(textOf(pdf)).toContain('Unofficial transcript 3');
    expect(factsOf(pdf)['Pages']).toBe('3');
  });

  test('a PDF of the largest page there is', async () => {
    const pdf = await pdfOf(await saved(await withPage(14_400, 14_400)));
    expect(factsOf(pdf)['Page size']).toBe('14400 x 14400 pts');
  });

  test('a PDF that makes its page larger than paper, and one of some forms within forms', async () => {
    await pdfOf(await saved(await withUserUnit(10)));
    await pdfOf(await saved(await withForms(4)));
    await pdfOf(await saved(await withForms(4, true)));
  });

  test('a PDF that only its owner may change', async () => {
    const pdf = await pdfOf(encrypted(await saved(await makePdf()), ''));
    expect(factsOf(pdf)['Encrypted']).toBe('no');
    expect(textOf(pdf)).toContain('Unofficial transcript 1');
  });

  test('a PDF with something before it, which is left out', async () => {
    const pdf = await pdfOf(Buffer.concat([Buffer.from('junk CANARY\n'), await saved(await makePdf())]));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('CANARY')).toBe(false);
  });

  test.each(['png', 'jpeg'] as const)('a picture (%s)', async (type) => {
    expect(factsOf(await pdfOf(await makePicture({ type })))['Pages']).toBe('1');
  });
});

describe('a hostile Word document reaches nothing', () => {
  test('neither the network nor our files, in any way', async () => {
    const calls: string[] = [];
    const listener = createServer((socket) => {
      calls.push('called');
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x`;
    const secret = join(tmpdir(), `canary-${process.pid}.txt`);
    writeFileSync(secret, 'CANARY', { mode: 0o644 });
    try {
      const images = [`${url}.png`, `file://${secret}`];
      const links = images
        .map((target, index) => relationship(`rId${index}`, 'image', target, true))
        .join('');
      for (const [index] of images.entries())
        expect(
          await refusalOf(makeDocx({ body: picture(`r:link="rId${index}"`), relationships: links })),
        ).toMatch(/not in the file itself/);
      const docx = makeDocx({
        body: [
          paragraph('Visible text'),
          picture('r:embed="rId9" r:link="rId0"'),
          field(`INCLUDETEXT "${secret}"`),
          field(`INCLUDETEXT "file://${secret}"`),
          field(`INCLUDEPICTURE "${url}.png" \\d`),
          field(`DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"`),
        ].join(''),
        relationships: [
          links,
          relationship('rId3', 'attachedTemplate', `${url}.dotm`, true),
          relationship('rId5', 'hyperlink', 'https://kept.example/', true),
          relationship('rId9', 'image', 'media/i.png'),
        ].join(''),
        more: [{ name: 'word/media/i.png', content: await makePicture({ type: 'png' }) }],
      });
      const text = textOf(await pdfOf(docx));
      expect(text).toContain('Visible text');
      expect(text).not.toContain('CANARY');
      expect(calls).toEqual([]);
    } finally {
      listener.close();
      rmSync(secret);
    }
  });
});
