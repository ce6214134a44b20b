import { PDFBool, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Size } from './paper.ts';
import { dictionaryOf, isReference, listOf, rootOf, type Dictionary } from './pdf-objects.ts';
import type { PdfStructure } from './pdf-structure.ts';

/** Marks each page that holds a page of a document, until it is joined with its sheet. */
const MARK = 'AdmissionsHolder';

/** Returns a PDF of blank pages, each for a page of a document. */
export async function holders(papers: readonly Size[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const paper of papers) pdf.addPage([...paper]).node.set(PDFName.of(MARK), PDFBool.True);
  return pdf.save();
}

/**
 * Returns the changes that join each of the last pages, which hold pages of documents, with its printed sheet. The
 * sheet stays a page, and what is held becomes a drawing on it, because tags belong to the content of pages.
 *
 * @param structure of a PDF of printed pages, of which the last are the sheets, and a holder for each sheet
 */
export function joinSheets({ version, qpdf: [header, objects] }: PdfStructure): PdfStructure {
  const tree = dictionaryOf(rootOf(objects), objects)?.['/Pages'];
  const pages = listOf(dictionaryOf(tree, objects)?.['/Kids'], objects).filter(isReference);
  const isHolder = (page: string) => dictionaryOf(page, objects)?.[`/${MARK}`] === true;
  const held = pages.filter(isHolder);
  const kept = pages.filter((page) => !isHolder(page));
  const changed: Dictionary = {
    [`obj:${String(tree)}`]: {
      value: { ...dictionaryOf(tree, objects), '/Kids': kept, '/Count': kept.length },
    },
  };
  for (const [index, holder] of held.entries()) {
    const sheet = kept[kept.length - held.length + index];
    if (sheet !== undefined) Object.assign(changed, joined(sheet, holder, objects));
  }
  return { ...(version !== undefined && { version }), qpdf: [header, changed] };
}

/**
 * The held page is drawn first, because its content restores the graphics state, and that of a printed page does not.
 */
function joined(sheet: string, holder: string, objects: Dictionary): Dictionary {
  const [page = {}, inside = {}] = [dictionaryOf(sheet, objects), dictionaryOf(holder, objects)];
  const drawingsOf = ({ '/Resources': resources }: Dictionary) =>
    dictionaryOf(dictionaryOf(resources, objects)?.['/XObject'], objects);
  const annotations = listOf(inside['/Annots'], objects);
  const moved = annotations.filter(isReference).map((annotation) => {
    const value = dictionaryOf(annotation, objects);
    return [`obj:${annotation}`, { value: { ...value, '/P': sheet } }] as const;
  });
  const value = {
    ...page,
    '/Contents': [...listOf(inside['/Contents'], objects), ...listOf(page['/Contents'], objects)],
    '/Resources': {
      ...dictionaryOf(page['/Resources'], objects),
      '/XObject': { ...drawingsOf(page), ...drawingsOf(inside) },
    },
    ...(annotations.length > 0 && { '/Annots': annotations }),
  };
  return { ...Object.fromEntries(moved), [`obj:${sheet}`]: { value } };
}
