import * as z from 'zod/mini';
import { findingsOf, type Findings } from './pdf-findings.ts';
import { annotationOnScreen, hiddenLayers } from './pdf-layers.ts';
import { dictionaryOf, follow, isDictionary, isStream, type Dictionary } from './pdf-objects.ts';

const structureSchema = z.object({
  version: z.optional(z.number()),
  qpdf: z.tuple([z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown())]),
});
export type PdfStructure = z.output<typeof structureSchema>;

/** The changes that make a PDF passive, and what was found. */
export interface Cleaning extends Findings {
  /** Input of `qpdf --update-from-json`; `undefined` when nothing has to change. */
  readonly update: PdfStructure | undefined;
  /** True if something on its pages is hidden, and would appear once they are copied into another document. */
  readonly hasHiddenLayers: boolean;
}

/** Entries that run, load, send or embed something, or reveal who made the file and where. */
const REMOVED_KEYS = new Set([
  '/AA',
  '/AF',
  '/Collection',
  '/EF',
  '/EmbeddedFiles',
  '/JavaScript',
  '/JS',
  '/Metadata',
  '/OpenAction',
  '/RichMediaContent',
  '/XFA',
]);
/** Entries of a stream that make a reader load its content from elsewhere. */
const REMOVED_STREAM_KEYS = new Set(['/F', '/FFilter', '/FDecodeParms', '/OPI', '/Ref']);
/** Removed everywhere, because a reader may look for actions in more places than PDF defines. */
const REMOVED_ACTIONS = new Set([
  '/GoTo3DView',
  '/GoToE',
  '/GoToR',
  '/ImportData',
  '/JavaScript',
  '/Launch',
  '/Movie',
  '/Rendition',
  '/ResetForm',
  '/RichMediaExecute',
  '/Sound',
  '/SubmitForm',
]);
/** Entries whose value is an action, or several. In other places, the entry contains no kind of action. */
const ACTION_KEYS = new Set(['/A', '/Next', '/PA']);
const TURNED_PAGES = new Set(['/FirstPage', '/LastPage', '/NextPage', '/PrevPage']);
const MEDIA_ANNOTATIONS = new Set(['/3D', '/FileAttachment', '/Movie', '/RichMedia', '/Screen', '/Sound']);
/** What remains of such an annotation: where and how it looks. */
const POSTER_KEYS = new Set([
  '/AP',
  '/AS',
  '/Contents',
  '/F',
  '/OC',
  '/P',
  '/Rect',
  '/StructParent',
  '/Type',
]);
const DRAWINGS = new Set(['/Form', '/Image']);
const SAFE_URI = /^u:(https?:|mailto:)/i;

export function readStructure(json: string): PdfStructure | undefined {
  try {
    const result = z.safeParse(structureSchema, JSON.parse(json));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Finds everything active in a PDF and returns the changes that remove it. */
export function cleanStructure({ version, qpdf: [header, objects] }: PdfStructure): Cleaning {
  const changed: Dictionary = {};
  const layers = hiddenLayers(objects);
  const pdf: Pdf = { objects, isFlattened: layers !== undefined };
  for (const [id, object] of Object.entries(objects)) {
    if (!isDictionary(object)) continue;
    const stream = isDictionary(object['stream']) ? object['stream'] : undefined;
    const before = stream === undefined ? object['value'] : stream['dict'];
    const after = clean(before, pdf, stream !== undefined);
    if (after === before) continue;
    changed[id] = stream === undefined ? { value: after } : { stream: { dict: after ?? {} } };
  }
  if (layers !== undefined) {
    const catalog = { ...layers.catalog, '/OCProperties': layers.properties };
    changed[`obj:${layers.catalogId}`] = { value: clean(catalog, pdf) };
  }
  const hasChanges = Object.keys(changed).length > 0;
  const update: PdfStructure = { ...(version !== undefined && { version }), qpdf: [header, changed] };
  return {
    update: hasChanges ? update : undefined,
    hasHiddenLayers: layers !== undefined,
    ...findingsOf(objects),
  };
}

interface Pdf {
  readonly objects: Dictionary;
  /** True if a program that prints will draw its pages anew, to leave out hidden layers. */
  readonly isFlattened: boolean;
}

/** Returns the value without active parts: the same object if it has none, `null` if nothing remains. */
function clean(value: unknown, pdf: Pdf, isStream = false): unknown {
  const { objects, isFlattened } = pdf;
  if (Array.isArray(value)) {
    const cleaned = value.map((part) => clean(part, pdf));
    return cleaned.some((part, index) => part !== value[index]) ? cleaned : value;
  }
  if (!isDictionary(value)) return value;
  if (isActive(value, objects)) return null;
  if (isMedia(value, objects)) return clean(posterOf(value), pdf);
  let isChanged = false;
  const cleaned: Dictionary = {};
  for (const [name, part] of Object.entries(value)) {
    // Relative links start from the dictionary of this name: a folder, or a server.
    const isBase = name === '/URI' && isDictionary(follow(part, objects));
    const isRemoved = REMOVED_KEYS.has(name) && !isDrawn(part, objects);
    if (isBase || isRemoved || (isStream && REMOVED_STREAM_KEYS.has(name))) {
      isChanged = true;
      continue;
    }
    const after = clean(ACTION_KEYS.has(name) ? harmless(part, objects) : part, pdf);
    if (after !== part) isChanged = true;
    if (after !== null || part === null) cleaned[name] = after;
  }
  const passive = isChanged ? cleaned : value;
  return isFlattened && '/Rect' in passive ? annotationOnScreen(passive, objects) : passive;
}

/** Returns the value without actions, except those that lead to a place in the PDF, the web or a mail. */
function harmless(value: unknown, objects: Dictionary): unknown {
  const found = follow(value, objects);
  if (Array.isArray(found)) {
    const kept = found.filter((part) => harmless(part, objects) !== null);
    return kept.length < found.length ? kept : value;
  }
  if (!isDictionary(found) || !('/S' in found)) return value;
  switch (follow(found['/S'], objects)) {
    case '/GoTo':
    case '/URI':
      return value;
    case '/Named':
      return TURNED_PAGES.has(String(follow(found['/N'], objects))) ? value : null;
    default:
      return null;
  }
}

function isActive(dictionary: Dictionary, objects: Dictionary): boolean {
  const valueOf = (name: string) => follow(dictionary[name], objects);
  const action = valueOf('/S');
  if (typeof action === 'string' && REMOVED_ACTIONS.has(action)) return true;
  if (action === '/URI') return !SAFE_URI.test(String(valueOf('/URI')));
  return false;
}

function isMedia(dictionary: Dictionary, objects: Dictionary): boolean {
  const subtype = follow(dictionary['/Subtype'], objects);
  return typeof subtype === 'string' && MEDIA_ANNOTATIONS.has(subtype) && '/Rect' in dictionary;
}

/** Returns a stamp with the picture that readers show for a film, a sound or a file before anybody clicks on it. */
function posterOf(annotation: Dictionary): Dictionary | null {
  if (!('/AP' in annotation)) return null;
  const kept = Object.entries(annotation).filter(([name]) => POSTER_KEYS.has(name));
  return { ...Object.fromEntries(kept), '/Subtype': '/Stamp' };
}

/**
 * Returns true for a font or a drawing whose author gave it the name of a removed entry, such as /AA. Real entries of
 * those names look different, and nothing in a font or drawing may be an action.
 */
function isDrawn(value: unknown, objects: Dictionary): boolean {
  const drawing = dictionaryOf(value, objects);
  if (drawing === undefined) return false;
  const hasAction = Object.entries(drawing).some(
    ([name, part]) => name !== '/Group' && dictionaryOf(part, objects)?.['/S'] !== undefined,
  );
  const subtype = String(follow(drawing['/Subtype'], objects));
  const isFont = follow(drawing['/Type'], objects) === '/Font' && subtype !== 'undefined';
  return !hasAction && (isFont || (isStream(value, objects) && DRAWINGS.has(subtype)));
}
