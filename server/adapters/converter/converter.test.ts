import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeConverter, type Converter } from './converter.ts';
import { field, makeBomb, makeDocx, makePicture, paragraph, picture, relationship } from './corpus.ts';
import { MAX_PAGES } from './outcome.ts';
import { factsOf, insideOf, isSound, textOf } from './probe.ts';
import { writeZip } from './zip.ts';

let converter: Converter;

// LibreOffice takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  converter = makeConverter({ sofficePath: '/usr/bin/soffice', sandbox: 'on' });
});
afterAll(() => converter.close());

test('all system parts are here', async () => {
  expect((await converter.systemParts()).filter(({ isPresent }) => !isPresent)).toEqual([]);
});

async function pdfOf(file: Buffer): Promise<Buffer> {
  const outcome = await converter.convert(file);
  if (outcome.status !== 'COMPLETED') throw new Error(outcome.message);
  expect(isSound(outcome.pdf)).toBe(true);
  return outcome.pdf;
}

async function refusalOf(file: Buffer): Promise<string> {
  const outcome = await converter.convert(file);
  return outcome.status === 'FAILED' ? outcome.message : 'accepted';
}

async function makePdf(pages = 1, text = 'Unofficial transcript'): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1)
    pdf.addPage([612, 792]).drawText(`${text} ${page}`, { x: 72, y: 700, font });
  return pdf;
}

async function withPage(width: number, height: number): Promise<PDFDocument> {
  const pdf = await makePdf();
  pdf.getPage(0).setMediaBox(0, 0, width, height);
  return pdf;
}

async function withUserUnit(unit: number, isBoxInherited = false): Promise<PDFDocument> {
  const pdf = await makePdf();
  const { node } = pdf.getPage(0);
  node.set(PDFName.of('UserUnit'), pdf.context.obj(unit));
  if (isBoxInherited) {
    node.Parent()?.set(PDFName.of('MediaBox'), pdf.context.obj([0, 0, 612, 792]));
    node.delete(PDFName.of('MediaBox'));
  }
  return pdf;
}

/** Returns a PDF of forms within forms. Each draws the next one ten times; with `isShared`, by names of its page's. */
async function withForms(levels: number, isShared = false): Promise<PDFDocument> {
  const pdf = await makePdf();
  const { context } = pdf;
  const form = (content: string, entries: object) =>
    context.register(
      context.stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 612, 792],
        ...entries,
      } as never),
    );
  const names = context.obj({});
  const resources = context.register(context.obj({ XObject: names }));
  let inner = form('0 0 10 10 re f', {});
  for (let level = 1; level < levels; level += 1) {
    names.set(PDFName.of(`X${level}`), inner);
    const Resources = isShared ? resources : { XObject: { [`X${level}`]: inner } };
    inner = form(`/X${level} Do `.repeat(10), { Resources });
  }
  names.set(PDFName.of('X'), inner);
  const { node } = pdf.getPage(0);
  node.set(PDFName.of('Resources'), resources);
  node.set(PDFName.of('Contents'), context.register(context.stream('/X Do')));
  return pdf;
}

/** Returns a PDF of two forms that draw each other. */
async function withCircle(): Promise<PDFDocument> {
  const pdf = await makePdf();
  const { context } = pdf;
  const [first, second] = [context.nextRef(), context.nextRef()];
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const entries = { Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { X: other } } };
    context.assign(own, context.stream('/X Do', entries as never));
  }
  pdf.getPage(0).node.set(PDFName.of('Resources'), context.obj({ XObject: { X: first } }));
  return pdf;
}

async function withCount(count: number): Promise<Buffer> {
  const pdf = await makePdf();
  pdf.getPage(0).node.Parent()?.set(PDFName.of('Count'), pdf.context.obj(count));
  return saved(pdf);
}

async function saved(pdf: PDFDocument, useObjectStreams = false): Promise<Buffer> {
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

function encrypted(file: Buffer, userPassword: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'encrypt-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), file);
    execFileSync(
      'qpdf',
      ['--encrypt', userPassword, 'owner', '256', '--print=none', '--', 'in.pdf', 'out.pdf'],
      { cwd: folder },
    );
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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

  test('a PDF with something in front of it, which is left out', async () => {
    const pdf = await pdfOf(Buffer.concat([Buffer.from('junk CANARY\n'), await saved(await makePdf())]));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('CANARY')).toBe(false);
  });

  test.each(['png', 'jpeg'] as const)('a picture (%s)', async (type) => {
    expect(factsOf(await pdfOf(await makePicture({ type })))['Pages']).toBe('1');
  });

  test('PDFs are put behind a first one, which keeps its title', async () => {
    const first = await makePdf(1, 'Application');
    first.setTitle('The application');
    const merged = await converter.merge(await saved(first), [
      await saved(await makePdf(2)),
      await pdfOf(await makePicture({ type: 'png' })),
    ]);
    expect(isSound(merged)).toBe(true);
    expect(factsOf(merged)).toMatchObject({ Pages: '4', Title: 'The application' });
  });
});

test('what is active in a PDF is taken out', async () => {
  const pdf = await makePdf();
  const { context, catalog } = pdf;
  pdf.addJavaScript('hello', 'app.alert("CANARY1")');
  await pdf.attach(Buffer.from('MZ CANARY2'), 'tool.exe', { mimeType: 'application/octet-stream' });
  catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('CANARY3') }));
  const link = (action: Record<string, unknown>) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 50, 50],
        A: context.register(context.obj(action as never)),
      }),
    );
  const page = pdf.getPage(0);
  page.node.set(PDFName.of('AA'), context.obj({ O: { S: 'JavaScript', JS: PDFString.of('CANARY4') } }));
  page.node.addAnnot(link({ S: 'Launch', F: PDFString.of('CANARY5.exe') }));
  page.node.addAnnot(link({ S: 'URI', URI: PDFString.of('file:///CANARY6') }));
  page.node.addAnnot(link({ S: 'SubmitForm', F: PDFString.of('http://CANARY7.example') }));
  page.node.addAnnot(link({ S: 'URI', URI: PDFString.of('https://kept.example/') }));

  const inside = insideOf(await pdfOf(await saved(pdf)));

  expect(inside.match(/CANARY\d/g)).toBeNull();
  expect(inside).not.toMatch(/\/(JavaScript|JS|Launch|SubmitForm|EmbeddedFiles?|OpenAction|AA)\b/);
  expect(inside).toContain('https://kept.example/');
});

test('what is active in a PDF is taken out where it is named by objects of their own, too', async () => {
  const pdf = await makePdf();
  const { context } = pdf;
  const ref = (value: PDFName | PDFString) => context.register(value);
  const annotate = (subtype: string, action: Record<string, unknown>) =>
    pdf.getPage(0).node.addAnnot(
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: ref(PDFName.of(subtype)),
          Rect: [0, 0, 50, 50],
          Contents: PDFString.of(subtype),
          A: action as never,
        }),
      ),
    );
  annotate('Link', { S: ref(PDFName.of('Launch')), F: PDFString.of('CANARY1.exe') });
  annotate('Link', { S: ref(PDFName.of('SubmitForm')), F: PDFString.of('http://CANARY2.example') });
  annotate('Link', { S: ref(PDFName.of('URI')), URI: PDFString.of('file:///CANARY3') });
  annotate('Link', { S: 'URI', URI: ref(PDFString.of('file:///CANARY4')) });
  annotate('Screen', { S: 'URI', URI: PDFString.of('https://CANARY5.example') });
  annotate('Link', { S: ref(PDFName.of('URI')), URI: ref(PDFString.of('https://kept.example/')) });

  const inside = insideOf(await pdfOf(await saved(pdf)));

  expect(inside.match(/CANARY\d/g)).toBeNull();
  expect(inside).not.toMatch(/\/(Launch|SubmitForm|Screen)\b/);
  expect(inside).toContain('https://kept.example/');
});

test('what is active in a PDF is named in no way that its readers might follow further than we do', async () => {
  const pdf = await makePdf();
  const { context } = pdf;
  const chain = context.register(context.register(context.register(PDFName.of('Launch'))));
  const circle = context.nextRef();
  context.assign(circle, circle);
  for (const S of [chain, circle]) {
    const A = context.obj({ S, F: PDFString.of('tool.exe') });
    pdf.getPage(0).node.addAnnot(context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 9, 9], A })));
  }
  for (const hasObjectStreams of [false, true]) {
    const inside = insideOf(await pdfOf(await saved(pdf, hasObjectStreams)));
    expect(inside).not.toMatch(/\/Launch\b/);
  }
});

test('of the actions in a PDF only those stay that turn its pages or lead to the web or a mail', async () => {
  const pdf = await makePdf();
  const { context, catalog } = pdf;
  const text = (value: string) => PDFString.of(value);
  const annotate = (entries: object) =>
    pdf
      .getPage(0)
      .node.addAnnot(
        context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 9, 9], ...entries } as never)),
      );
  const thread = context.register(context.obj({ S: 'Thread', F: text('CANARY1'), D: 0 }));
  annotate({ A: thread });
  annotate({ A: { S: 'Thread', F: text('CANARY2'), D: 0 } });
  annotate({ A: { S: 'Named', N: 'Print' } });
  annotate({ A: { S: 'URI', URI: text('passwd') } });
  annotate({
    A: { S: 'URI', URI: text('https://kept1.example') },
    PA: { S: 'Invented', X: text('CANARY3') },
  });
  annotate({ A: { S: 'GoTo', D: text('kept2'), Next: { S: 'Hide', T: text('CANARY4') } } });
  annotate({
    A: {
      S: 'GoTo',
      D: text('kept3'),
      Next: [
        { S: 'SetOCGState', State: [text('CANARY5')] },
        { S: 'Named', N: 'NextPage' },
      ],
    },
  });
  catalog.set(PDFName.of('URI'), context.obj({ Base: text('file:///CANARY6/') }));
  catalog.set(PDFName.of('Metadata'), context.register(context.stream('<x>CANARY7</x>')));
  const headings = context.nextRef();
  const second = context.register(context.obj({ Title: text('kept4'), Parent: headings }));
  const first = context.register(context.obj({ Title: text('kept5'), Parent: headings, Next: second }));
  context.assign(headings, context.obj({ First: first, Last: second }));
  catalog.set(PDFName.of('Outlines'), headings);

  const inside = insideOf(await pdfOf(await saved(pdf)));

  expect(inside.match(/CANARY\d/g)).toBeNull();
  expect(inside).not.toMatch(/\/(Thread|Print|Hide|SetOCGState|Base|Metadata|Invented)\b|passwd/);
  expect(inside).toContain('/NextPage');
  for (const kept of [1, 2, 3, 4, 5]) expect(inside).toContain(`kept${kept}`);
});

test('a form that only one program can draw is refused; one that others can, too, is taken', async () => {
  const makeForm = async (needsRendering: boolean) => {
    const pdf = await makePdf();
    const { context, catalog } = pdf;
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: PDFString.of('CANARY') }));
    if (needsRendering) catalog.set(PDFName.of('NeedsRendering'), context.register(context.obj(true)));
    return saved(pdf);
  };
  expect(await refusalOf(await makeForm(true))).toMatch(/interactive form .* print or save it as a new PDF/);
  expect(insideOf(await pdfOf(await makeForm(false)))).not.toMatch(/XFA|CANARY/);
});

describe('what is refused, with a sentence', () => {
  const docx = makeDocx({ body: paragraph('Hello') });

  test.each<[name: string, file: () => Buffer | Promise<Buffer>, sentence: RegExp]>([
    ['nothing at all', () => Buffer.alloc(0), /empty/],
    ['zeros', () => Buffer.alloc(5000), /do not know this kind/],
    ['a web page', () => Buffer.from('<!-- x --><HTML><script>1</script>'), /web page/],
    ['a web page with a PDF inside', () => Buffer.from('<html>%PDF-1.7 %%EOF'), /web page/],
    ['an SVG', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
    ['a HEIC photo', () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), /JPEG/],
    [
      'an old Word document',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      /password/,
    ],
    ['an RTF document', () => Buffer.from('{\\rtf1 hello}'), /RTF/],
    ['a locked PDF', async () => encrypted(await saved(await makePdf()), 'secret'), /password/],
    [
      'a PDF cut in half',
      async () => saved(await makePdf(9)).then((file) => file.subarray(0, file.length / 2)),
      /cut off/,
    ],
    ['a PDF of noise', () => Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}\n%%EOF`), /damaged/],
    [
      'a PDF without pages',
      async () => Buffer.from(await (await PDFDocument.create()).save({ addDefaultPage: false })),
      /no pages/,
    ],
    ['a PDF of too many pages', async () => saved(await makePdf(MAX_PAGES + 1), true), /more than 200 pages/],
    [
      'a PDF of a page of 350 metres',
      async () => saved(await withPage(1_000_000, 792)),
      /larger than a page can be/,
    ],
    [
      'a PDF of a page upside down',
      async () => saved(await withPage(612, -14_401)),
      /larger than a page can be/,
    ],
    [
      'a PDF of a page of ten miles',
      async () => saved(await withUserUnit(1000)),
      /larger than a page can be/,
    ],
    [
      'a PDF of a page of ten miles whose box stands above it',
      async () => saved(await withUserUnit(1000, true)),
      /larger than a page can be/,
    ],
    ['a PDF of forms within forms within forms', async () => saved(await withForms(12)), /too complicated/],
    ['a PDF of forms that draw each other', async () => saved(await withCircle()), /too complicated/],
    [
      'a PDF that nobody is ever done with, though it looks simple',
      async () => saved(await withForms(12, true)),
      /too complicated/,
    ],
    ['a PDF that denies its pages', () => withCount(0), /damaged/],
    ['a Word document cut in half', () => docx.subarray(0, docx.length / 2), /damaged/],
    ['an archive', () => writeZip([{ name: 'a.txt', content: Buffer.from('a') }]), /no Word document/],
    [
      'a spreadsheet',
      () =>
        makeDocx({
          body: '',
          mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        }),
      /no Word document/,
    ],
    [
      'a docm',
      () => makeDocx({ body: '', mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      /macros/,
    ],
    [
      'a docx with a macro project',
      () => makeDocx({ body: '', more: [{ name: 'word/vbaProject.bin', content: Buffer.from('x') }] }),
      /macros/,
    ],
    [
      'entities in a docx',
      () =>
        makeDocx({
          body: '',
          more: [
            {
              name: 'word/x.xml',
              content: Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
            },
          ],
        }),
      /damaged/,
    ],
    [
      'a docx with more links than anybody follows',
      () =>
        makeDocx({
          body: '',
          relationships: `<Relationship ${'a=""'.repeat(2_000_000)}/>`,
          more: [{ name: 'word/noise', content: randomBytes(100_000) }],
        }),
      /unpacks to far more/,
    ],
    ['a docx that is all but XML', () => makeDocx({ body: '<w:p><w:r>' }), /cannot be opened/],
    ['a zip bomb that admits it', () => makeBomb(200_000_000, 200_000_000), /unpacks to far more/],
    ['a zip bomb that lies', () => makeBomb(200_000_000, 5000), /damaged/],
    [
      'a path that climbs out',
      () => makeDocx({ body: '', more: [{ name: '../../etc/cron.d/x', content: Buffer.from('x') }] }),
      /damaged/,
    ],
    [
      'too many entries',
      () =>
        makeDocx({
          body: '',
          more: Array.from({ length: 3000 }, (_, index) => ({
            name: `word/${index}.xml`,
            content: Buffer.from('<a/>'),
          })),
        }),
      /unpacks to far more/,
    ],
  ])('%s', async (_, file, sentence) => {
    const message = await refusalOf(await file());
    expect(message).toMatch(sentence);
  });
});

describe('a hostile Word document reaches nothing', () => {
  test('neither the network nor our files, by any of its ways', async () => {
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
      const docx = makeDocx({
        body: [
          paragraph('Visible text'),
          picture('r:link="rId1"'),
          picture('r:link="rId2"'),
          field(`INCLUDETEXT "${secret}"`),
          field(`INCLUDETEXT "file://${secret}"`),
          field(`INCLUDEPICTURE "${url}.png" \\d`),
          field(`DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"`),
          '<w:altChunk r:id="rId4"/>',
        ].join(''),
        relationships: [
          relationship('rId1', 'image', `${url}.png`, true),
          relationship('rId2', 'image', `file://${secret}`, true),
          relationship('rId3', 'attachedTemplate', `${url}.dotm`, true),
          relationship('rId4', 'aFChunk', 'page.html'),
          relationship('rId5', 'hyperlink', 'https://kept.example/', true),
        ].join(''),
        more: [
          {
            name: 'word/page.html',
            content: Buffer.from(`<html><img src="${url}"><iframe src="file://${secret}"></iframe></html>`),
          },
        ],
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
