import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString, StandardFonts, type PDFContext } from '@cantoo/pdf-lib';

type Dictionary = NonNullable<Parameters<PDFContext['stream']>[1]>;

/** The words of the page that `pageObjects` describes. */
export const PAGE_WORDS = 'Official Transcript of Pat Example';
const PAGE_CONTENT = `BT /F1 18 Tf 72 700 Td (${PAGE_WORDS}) Tj ET`;

interface PageParts {
  readonly content?: string;
  /** More entries of the page, of its resources and of the catalog. */
  readonly page?: string;
  readonly resources?: string;
  readonly catalog?: string;
  /** Objects from number 6 on. */
  readonly more?: readonly string[];
}

/** Returns the objects of a PDF of one page, as text: 1 is the catalog, 3 the page, 4 its content, 5 its font. */
export function pageObjects(parts: PageParts = {}): string[] {
  const { content = PAGE_CONTENT, page = '/MediaBox [0 0 612 792]' } = parts;
  const { resources = '', catalog = '', more = [] } = parts;
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    streamObject(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ];
}

export function streamObject(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** Writes a PDF from objects, given as Latin-1, so that a test decides every byte. */
export function writePdf(objects: readonly string[], { version = '1.7', newline = '\n' } = {}): Buffer {
  let text = `%PDF-${version}\n`;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text.replaceAll('\n', newline), 'latin1');
}

export async function makePdf(pages = 1, text = 'Unofficial transcript'): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1)
    pdf.addPage([612, 792]).drawText(`${text} ${page}`, { x: 72, y: 700, font });
  return pdf;
}

export async function withPage(width: number, height: number): Promise<PDFDocument> {
  const pdf = await makePdf();
  pdf.getPage(0).setMediaBox(0, 0, width, height);
  return pdf;
}

export async function withUserUnit(unit: number, isBoxInherited = false): Promise<PDFDocument> {
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
export async function withForms(levels: number, isShared = false): Promise<PDFDocument> {
  const pdf = await makePdf();
  const { context } = pdf;
  const form = (content: string, entries: Dictionary) =>
    context.register(
      context.stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 612, 792],
        ...entries,
      }),
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
export async function withCircle(): Promise<PDFDocument> {
  const pdf = await makePdf();
  const { context } = pdf;
  const [first, second] = [context.nextRef(), context.nextRef()];
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const entries: Dictionary = { Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: { XObject: { X: other } } };
    context.assign(own, context.stream('/X Do', entries));
  }
  pdf.getPage(0).node.set(PDFName.of('Resources'), context.obj({ XObject: { X: first } }));
  return pdf;
}

/**
 * Returns a PDF with two layers: red, hidden in one of several ways (`none` shows it), and blue, which is shown. Other
 * readers hide what is `off on screens`; poppler does not.
 */
export async function withLayers(
  hidden:
    | 'none'
    | 'turned off'
    | 'all off but one'
    | 'off on screens'
    | 'of a form'
    | 'of an annotation'
    | 'of a group',
): Promise<PDFDocument> {
  const pdf = await makePdf();
  const { context } = pdf;
  const { node } = pdf.getPage(0);
  const layer = (Name: string, entries: Dictionary = {}) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFString.of(Name), ...entries }));
  const red = layer('Void', hidden === 'off on screens' ? { Usage: { View: { ViewState: 'OFF' } } } : {});
  const blue = layer('Seal');
  const group = context.register(context.obj({ Type: 'OCMD', OCGs: [red], P: 'AllOn' }));
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 612, 792] };
  const stamp = context.register(context.stream('1 0 0 rg 100 100 200 200 re f', { ...form, OC: red }));
  node.set(
    PDFName.of('Resources'),
    context.obj({
      Properties: { R: hidden === 'of a group' ? group : red, B: blue },
      XObject: { Stamp: stamp },
    }),
  );
  const layered = '/OC /R BDC 1 0 0 rg 100 100 200 200 re f EMC';
  const content: Partial<Record<typeof hidden, string>> = {
    'of a form': '/Stamp Do',
    'of an annotation': '',
  };
  const drawing = `${content[hidden] ?? layered} /OC /B BDC 0 0 1 rg 400 400 100 100 re f EMC`;
  node.set(PDFName.of('Contents'), context.register(context.stream(drawing)));
  if (hidden === 'of an annotation') {
    const Rect = [100, 100, 300, 300];
    const AP = { N: context.register(context.stream('1 0 0 rg 0 0 612 792 re f', form)) };
    const annotation = { Type: 'Annot', Subtype: 'Stamp', F: 4, Rect, AP, OC: red };
    node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(annotation))]));
  }
  const states: Partial<Record<typeof hidden, Dictionary>> = {
    none: {},
    'all off but one': { BaseState: 'OFF', ON: [blue] },
    'off on screens': { AS: [{ Event: 'View', Category: ['View'], OCGs: [red] }] },
  };
  const D = states[hidden] ?? { OFF: [red] };
  pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [red, blue], D }));
  return pdf;
}

export async function withCount(count: number): Promise<Buffer> {
  const pdf = await makePdf();
  pdf.getPage(0).node.Parent()?.set(PDFName.of('Count'), pdf.context.obj(count));
  return saved(pdf);
}

export async function saved(pdf: PDFDocument, useObjectStreams = false): Promise<Buffer> {
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

export function encrypted(file: Buffer, userPassword: string): Buffer {
  return byQpdf(file, '--encrypt', userPassword, 'owner', '256', '--print=none', '--');
}

/** Rewrites a file with qpdf. */
export function byQpdf(file: Buffer, ...options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'qpdf-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), file);
    execFileSync('qpdf', [...options, 'in.pdf', 'out.pdf'], { cwd: folder });
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
