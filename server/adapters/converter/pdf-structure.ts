import * as z from 'zod/mini';
import { isTooNested } from './pdf-nesting.ts';
import { follow, isDictionary, type Dictionary } from './pdf-objects.ts';

const structureSchema = z.object({
  version: z.optional(z.number()),
  qpdf: z.tuple([z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown())]),
});
export type PdfStructure = z.output<typeof structureSchema>;

/** The changes that make a PDF passive, and what was found. */
export interface Cleaning {
  /** Input of `qpdf --update-from-json`; `undefined` when nothing has to change. */
  readonly update: PdfStructure | undefined;
  /** True for a form that only one vendor's program can draw, by running its code. */
  readonly isDynamicForm: boolean;
  /** True if a page is so large that many readers show it blank or not at all. */
  readonly hasHugePage: boolean;
  /** True if drawings are nested in drawings so deeply that a reader may never be done with them. */
  readonly isTooNested: boolean;
  /** True if there is a page among the objects, whatever the tree of pages says. */
  readonly hasPage: boolean;
}

/** Entries that run, load, send or embed something, or tell who made the file and where. */
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
/** Removed wherever they stand, should a reader look for actions in more places than PDF has for them. */
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
/** Entries whose value is an action, or several. Other things with such an entry have no kind of action in it. */
const ACTION_KEYS = new Set(['/A', '/Next', '/PA']);
const TURNED_PAGES = new Set(['/FirstPage', '/LastPage', '/NextPage', '/PrevPage']);
const REMOVED_ANNOTATIONS = new Set(['/3D', '/FileAttachment', '/Movie', '/RichMedia', '/Screen', '/Sound']);
/** The largest page that PDF allows: 200 inches. */
const MAX_PAGE_PT = 14_400;
/** Of the tree of pages. 200 pages need two or three. */
const MAX_TREE_LEVELS = 50;
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
  let isDynamicForm = false;
  let hasHugePage = false;
  let hasPage = false;
  for (const [id, object] of Object.entries(objects)) {
    if (!isDictionary(object)) continue;
    const stream = isDictionary(object['stream']) ? object['stream'] : undefined;
    const before = stream === undefined ? object['value'] : stream['dict'];
    if (isDictionary(before) && follow(before['/NeedsRendering'], objects) === true) isDynamicForm = true;
    if (isDictionary(before) && isHugePage(before, objects)) hasHugePage = true;
    if (isDictionary(before) && follow(before['/Type'], objects) === '/Page') hasPage = true;
    const after = clean(before, objects, stream !== undefined);
    if (after === before) continue;
    changed[id] = stream === undefined ? { value: after } : { stream: { dict: after ?? {} } };
  }
  const hasChanges = Object.keys(changed).length > 0;
  const update: PdfStructure = { ...(version !== undefined && { version }), qpdf: [header, changed] };
  return {
    update: hasChanges ? update : undefined,
    isDynamicForm,
    hasHugePage,
    isTooNested: isTooNested(objects),
    hasPage,
  };
}

/** Returns the value without active parts: the same object if it has none, `null` if nothing remains. */
function clean(value: unknown, objects: Dictionary, isStream = false): unknown {
  if (Array.isArray(value)) {
    const cleaned = value.map((part) => clean(part, objects));
    return cleaned.some((part, index) => part !== value[index]) ? cleaned : value;
  }
  if (!isDictionary(value)) return value;
  if (isActive(value, objects)) return null;
  let isChanged = false;
  const cleaned: Dictionary = {};
  for (const [name, part] of Object.entries(value)) {
    // A dictionary of this name is what relative links start from: a folder, or a server.
    const isBase = name === '/URI' && isDictionary(follow(part, objects));
    if (isBase || REMOVED_KEYS.has(name) || (isStream && REMOVED_STREAM_KEYS.has(name))) {
      isChanged = true;
      continue;
    }
    const after = clean(ACTION_KEYS.has(name) ? harmless(part, objects) : part, objects);
    if (after !== part) isChanged = true;
    if (after !== null || part === null) cleaned[name] = after;
  }
  return isChanged ? cleaned : value;
}

/** Returns the value without actions other than those that stay: one that goes somewhere in the PDF, on the web or to a mail. */
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
  const subtype = valueOf('/Subtype');
  return typeof subtype === 'string' && REMOVED_ANNOTATIONS.has(subtype) && '/Rect' in dictionary;
}

function isHugePage(page: Dictionary, objects: Dictionary): boolean {
  const unit = Number(follow(page['/UserUnit'], objects) ?? 1);
  const box = inheritedBox(page, objects);
  if (!Array.isArray(box)) return false;
  const [left = 0, bottom = 0, right = 0, top = 0] = box.map((corner) => Number(follow(corner, objects)));
  const longest = Math.max(Math.abs(right - left), Math.abs(top - bottom));
  return longest > MAX_PAGE_PT || longest * unit > MAX_PAGE_PT;
}

/** Returns the box of a page, or of the nearest branch of the tree of pages above it. */
function inheritedBox(page: Dictionary, objects: Dictionary): unknown {
  let node: unknown = page;
  for (let level = 0; isDictionary(node) && level < MAX_TREE_LEVELS; level += 1) {
    const box = follow(node['/MediaBox'], objects);
    if (box !== undefined && box !== null) return box;
    node = follow(node['/Parent'], objects);
  }
  return undefined;
}
