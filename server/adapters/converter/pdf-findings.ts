import type { Reason } from './outcome.ts';
import { isTooNested } from './pdf-nesting.ts';
import {
  dictionariesIn,
  dictionaryOf,
  follow,
  isDictionary,
  isReference,
  isThere,
  textOf,
  type Dictionary,
} from './pdf-objects.ts';

/** Why a PDF cannot be accepted. */
export type Problem = Extract<
  Reason,
  'pdf-too-complex' | 'pdf-dynamic-form' | 'pdf-attachments' | 'pdf-huge-page'
>;

/** What the structure of a PDF shows, apart from what has to change. */
export interface Findings {
  readonly problem: Problem | undefined;
  /** True if there is a page among the objects, whatever the tree of pages says. */
  readonly hasPage: boolean;
  /** True if a page, or the content of one, is missing. In an otherwise sound file, that is intended. */
  readonly lacksPart: boolean;
}

/** The largest page that PDF allows: 200 inches. Many readers show a larger one blank or not at all. */
const MAX_PAGE_PT = 14_400;
/** Levels of the tree of pages. 200 pages need two or three. */
const MAX_TREE_LEVELS = 50;
/** Files that people read. Others inside a PDF are for programs, such as the data of an invoice or a form. */
const READ_BY_PEOPLE = /\.(pdf|docx?|odt|rtf|pages|xlsx?|pptx?|jpe?g|png|tiff?|gif|heic|bmp|zip)$/i;
const TYPES_READ_BY_PEOPLE = /^\/(image\/|application\/(pdf|msword|rtf|zip|vnd\.(openxml|oasis|ms-)))/i;
/** What the pages show in another form, for programs. */
const SAME_CONTENT = new Set(['/Source', '/Data', '/Alternative', '/Schema']);

export function findingsOf(objects: Dictionary): Findings {
  const all = [...dictionariesIn(objects)];
  const some = (test: (dictionary: Dictionary, objects: Dictionary) => boolean) =>
    all.some((dictionary) => test(dictionary, objects));
  const problems: readonly [Problem, () => boolean][] = [
    ['pdf-too-complex', () => isTooNested(objects)],
    ['pdf-dynamic-form', () => isDynamicForm(all, objects)],
    ['pdf-attachments', () => some(some(isPortfolio) ? isAttachment : isAttachmentForPeople)],
    ['pdf-huge-page', () => some(isHugePage)],
  ];
  return {
    problem: problems.find(([, isFound]) => isFound())?.[0],
    hasPage: some(isPage),
    lacksPart: some(lacksPart),
  };
}

/**
 * Returns true for a form that only one vendor's program can draw, by running its code: it says so, or none of its
 * fields is on a page. The pages of such a file only ask the reader to wait.
 */
function isDynamicForm(all: readonly Dictionary[], objects: Dictionary): boolean {
  if (all.some((dictionary) => follow(dictionary['/NeedsRendering'], objects) === true)) return true;
  const hasOwnForm = all.some((dictionary) => (dictionary['/XFA'] ?? null) !== null);
  return hasOwnForm && !all.some((dictionary) => follow(dictionary['/Subtype'], objects) === '/Widget');
}

function isPortfolio(dictionary: Dictionary, objects: Dictionary): boolean {
  return isDictionary(follow(dictionary['/Collection'], objects));
}

function isAttachment(dictionary: Dictionary, objects: Dictionary): boolean {
  return dictionaryOf(dictionary['/EF'], objects) !== undefined;
}

function isAttachmentForPeople(dictionary: Dictionary, objects: Dictionary): boolean {
  const files = dictionaryOf(dictionary['/EF'], objects);
  if (files === undefined) return false;
  if (SAME_CONTENT.has(String(follow(dictionary['/AFRelationship'], objects)))) return false;
  const name = textOf(follow(dictionary['/UF'] ?? dictionary['/F'], objects)).trim();
  const types = Object.values(files).map((file) =>
    String(follow(dictionaryOf(file, objects)?.['/Subtype'], objects)),
  );
  return READ_BY_PEOPLE.test(name) || types.some((type) => TYPES_READ_BY_PEOPLE.test(type));
}

function isPage(dictionary: Dictionary, objects: Dictionary): boolean {
  return follow(dictionary['/Type'], objects) === '/Page';
}

function lacksPart(dictionary: Dictionary, objects: Dictionary): boolean {
  const type = follow(dictionary['/Type'], objects);
  // qpdf leaves out an entry that refers to nothing.
  if (type === '/Page' && !('/Contents' in dictionary)) return true;
  const parts = follow(dictionary[type === '/Pages' ? '/Kids' : '/Contents'], objects);
  if (!Array.isArray(parts) || (type !== '/Pages' && type !== '/Page')) return false;
  return parts.some((part) => isReference(part) && !isThere(part, objects));
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
