import { aroundMiddle, boxOf, scaled, touches, visibleBox, type Box } from './page-box.ts';
import { sheetFor, type Sheet } from './paper.ts';
import {
  dictionaryOf,
  follow,
  isDictionary,
  isReference,
  listOf,
  rootOf,
  type Dictionary,
} from './pdf-objects.ts';
import type { PdfStructure } from './pdf-structure.ts';

/** The sheets of an attached PDF, and the changes that prepare its pages for them. */
export interface AttachedPages {
  readonly sheets: readonly Sheet[];
  readonly update: PdfStructure;
}

/** They number parts of a structure tree, which is left out. With another tree, the numbers would be wrong. */
const NUMBERS_OF_TAGS = new Set(['/StructParent', '/StructParents']);

/**
 * Prepares a PDF whose pages will be drawn on sheets of paper.
 *
 * @param structure of a PDF whose pages are all in one list, with nothing inherited, as `qpdf --pages` writes it
 */
export function prepareAttached({ version, qpdf: [header, objects] }: PdfStructure): AttachedPages {
  const changed: Dictionary = {};
  for (const [id, object] of Object.entries(objects)) {
    const untagged = withoutTagNumbers(object);
    if (untagged !== objects[id]) changed[id] = untagged;
  }
  const current = { ...objects, ...changed };
  const numbers = Object.keys(objects).map((id) => Number(/^obj:(\d+) /.exec(id)?.[1] ?? 0));
  const lastNumber = numbers.reduce((most, number) => Math.max(most, number), 0);
  const sheets = pagesOf(objects).map((page, index) => {
    const prepared = preparePage(page, `${lastNumber + 1 + index} 0 R`, current);
    Object.assign(changed, prepared.changed);
    return prepared.sheet;
  });
  const update: PdfStructure = { ...(version !== undefined && { version }), qpdf: [header, changed] };
  return { sheets, update };
}

function pagesOf(objects: Dictionary): string[] {
  const tree = dictionaryOf(dictionaryOf(rootOf(objects), objects)?.['/Pages'], objects);
  return listOf(tree?.['/Kids'], objects).filter(isReference);
}

/**
 * Enlarges a page's box around its middle to the proportions of its sheet. What the page does not show must not appear
 * there: its content is clipped to the old box, and annotations outside of that box are removed.
 *
 * @param start reference of a new stream, which comes before the page's content. The clip stays in effect whatever the
 * content does to the graphics state.
 */
function preparePage(reference: string, start: string, objects: Dictionary) {
  const { '/TrimBox': _, '/UserUnit': userUnit, ...page } = dictionaryOf(reference, objects) ?? {};
  const shown = scaled(visibleBox(page, objects), 1);
  const unit = Number(Number(follow(userUnit, objects) ?? 1).toFixed(2)) || 1;
  const angle = ((Number(follow(page['/Rotate'], objects) ?? 0) % 360) + 360) % 360;
  const isTurned = angle % 180 !== 0;
  const box = scaled(shown, unit);
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const sheet = sheetFor(isTurned ? [height, width] : [width, height]);
  const [across, up] = isTurned ? [sheet.paper[1], sheet.paper[0]] : sheet.paper;
  const scale = Math.max(width, height) / Math.max(...sheet.page);
  const grown = aroundMiddle(box, across * scale, up * scale);
  const annotations = listOf(page['/Annots'], objects).filter((one) => isShown(one, shown, objects));
  const clip = `${shown[0]} ${shown[1]} ${shown[2] - shown[0]} ${shown[3] - shown[1]} re W n`;
  const changed: Dictionary = {
    ...(unit !== 1 && withLargerPlaces(annotations, unit, objects)),
    [`obj:${start}`]: { stream: { dict: {}, data: base64(`${unit} 0 0 ${unit} 0 0 cm ${clip}\n`) } },
    [`obj:${reference}`]: {
      value: {
        ...page,
        '/Rotate': angle,
        '/MediaBox': grown,
        '/CropBox': grown,
        '/Contents': [start, ...listOf(page['/Contents'], objects)],
        '/Annots': annotations,
      },
    },
  };
  return { sheet, changed };
}

/** Returns true for an annotation that is seen in a box. A link within a document leads nowhere in another one. */
function isShown(annotation: unknown, box: Box, objects: Dictionary): boolean {
  const dictionary = dictionaryOf(annotation, objects);
  const place = boxOf(dictionary?.['/Rect'], objects);
  if (dictionary === undefined || place === undefined || !touches(place, box)) return false;
  const action = dictionaryOf(dictionary['/A'], objects)?.['/S'];
  return follow(dictionary['/Subtype'], objects) !== '/Link' || follow(action, objects) === '/URI';
}

/**
 * An overlay does not scale annotations of a page with units of its own. Their drawings fit their places by themselves.
 */
function withLargerPlaces(annotations: readonly unknown[], unit: number, objects: Dictionary): Dictionary {
  const changed = annotations.filter(isReference).map((annotation) => {
    const dictionary = dictionaryOf(annotation, objects);
    const place = boxOf(dictionary?.['/Rect'], objects);
    return [`obj:${annotation}`, { value: { ...dictionary, '/Rect': place && scaled(place, unit) } }];
  });
  return Object.fromEntries(changed);
}

/** Returns the same object if it has no such numbers. */
function withoutTagNumbers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.map(withoutTagNumbers);
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (!isDictionary(value)) return value;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([name]) => !NUMBERS_OF_TAGS.has(name))
    .map(([name, part]) => [name, withoutTagNumbers(part)] as const);
  const isSame = kept.length === entries.length && kept.every(([name, part]) => part === value[name]);
  return isSame ? value : Object.fromEntries(kept);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
