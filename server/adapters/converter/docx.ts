import { CONTENT_TYPES, partKey, readContentTypes, writtenName } from './content-types.ts';
import { missingContent } from './docx-content.ts';
import { cleanRelationships, type CleanRelationships, type Parts } from './docx-relationships.ts';
import { DAMAGED, LOCKED, MACROS, NOT_WORD, TOO_LARGE, MISFIT, ENTITIES } from './docx-refusals.ts';
import { hideDeleted, linksNameOf, withHiddenDeletions } from './docx-settings.ts';
import type { Refusal } from './outcome.ts';
import { decodeXml, looksLikeMarkup } from './xml-part.ts';
import { BadZipError } from './zip-list.ts';
import { xmlEntry, readZip, writeZip, type ZipEntry } from './zip.ts';

/** A harmless Word document, or why we refuse the upload. */
export type CleanDocx =
  { readonly isClean: true; readonly docx: Uint8Array } | ({ readonly isClean: false } & Refusal);

const LIMITS = { maxEntries: 2000, maxBytes: 67_108_864, maxRatio: 200 };
/** Enough for tens of thousands of links. The pattern of a relationship would recurse too deeply on a larger part. */
const RELATIONSHIPS_MAX_CHARS = 4_194_304;

const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const MAIN_TYPES = new Set([`${OFFICE_TYPE}.document.main+xml`, `${OFFICE_TYPE}.template.main+xml`]);
const MACRO_TYPES = new Set([
  'application/vnd.ms-word.document.macroenabled.main+xml',
  'application/vnd.ms-word.template.macroenabledtemplate.main+xml',
]);
/** The name or the type of a part that has macros, or what belongs to them. */
const MACROS_IN = /vba(project|data)/i;
/** Stands for the package, where the key of a part is asked for. */
const PACKAGE = '';
const LINKS_NAME = /^(|.*\/)_rels\/([^/]*)\.rels$/i;

const ENTITY = /<!(DOCTYPE|ENTITY)/i;
const XML_NAME = /\.(xml|rels|vml)$/i;
const XML_TYPE = /[+/]xml$/;
const FIELD = /<(?:[^\s<>/:]+:)?instrText(?=[\s/>])[^<>]*>[^<]*/g;
const ANY_FIELD = /<(?:[^\s<>/]*:)?instrText(?=[\s/>])/g;
const SIMPLE_FIELD = /\binstr=("[^"<]*"|'[^'<]*')/g;
/** Where a comment begins, ends and is noted. The comments themselves are not in the PDF. */
const COMMENT_MARK = /<\/?(?:[^\s<>/:]+:)?comment(?:RangeStart|RangeEnd|Reference)(?=[\s/>])[^<>]*>/g;
const ANY_COMMENT_MARK = /<\/?(?:[^\s<>/]*:)?comment(?:RangeStart|RangeEnd|Reference)(?=[\s/>])/g;

/** Fields that make an office suite load something, by their first word. */
const FETCHING_FIELDS =
  /\b(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|DDEAUTO|DDE|LINK|RD|DATABASE|AUTOTEXT)\b/gi;

/**
 * Opens a Word document with our own code before any office suite does. Checks its declared and counted bytes and
 * rebuilds it from the parts that its relationships lead to, without entities, external links that load by themselves,
 * embedded files and comments. Content types, not names, tell which parts are XML.
 */
export async function cleanDocx(file: Buffer): Promise<CleanDocx> {
  let entries: ZipEntry[];
  try {
    entries = readZip(file, LIMITS);
  } catch (error) {
    if (!(error instanceof BadZipError)) throw error;
    return refused(refusalOf(error));
  }
  const typesEntry = entries.find(({ name }) => name === CONTENT_TYPES);
  if (typesEntry === undefined) return refused(NOT_WORD);
  const types = decodeXml(typesEntry.content);
  if (types === undefined) return refused(DAMAGED);
  if (ENTITY.test(types)) return refused(ENTITIES);
  const parts = partsOf(entries, types);
  if (parts.size < entries.length) return refused(MISFIT);
  const linked = readLinks(entries, parts);
  if ('reason' in linked) return refused(linked);
  const [mainPart, problem] = mainPartOf(linked, parts);
  if (problem !== undefined) return refused(problem);

  const reached = reachedFrom(PACKAGE, linked);
  const kept: ZipEntry[] = [xmlEntry(CONTENT_TYPES, types)];
  for (const entry of entries.filter(({ name }) => reached.has(sourceOf(name)) && name !== CONTENT_TYPES)) {
    const cleaned = cleanEntry(entry, parts, linked);
    if ('reason' in cleaned) return refused(cleaned);
    kept.push(cleaned);
  }
  const docx = await writeZip(withHiddenDeletions(kept, parts.get(mainPart)?.name ?? mainPart));
  return { isClean: true, docx };
}

/** The cleaned relationships of each part, by its key. */
type Linked = ReadonlyMap<string, CleanRelationships>;

function readLinks(entries: readonly ZipEntry[], parts: Parts): Linked | Refusal {
  const linked = new Map<string, CleanRelationships>();
  for (const { name, content } of entries.filter((entry) => LINKS_NAME.test(entry.name))) {
    const xml = decodeXml(content);
    if (xml === undefined) return DAMAGED;
    if (xml.length > RELATIONSHIPS_MAX_CHARS) return TOO_LARGE;
    linked.set(sourceOf(name), cleanRelationships(xml, name, parts));
  }
  return linked;
}

type MainPart =
  readonly [mainPart: string, problem: undefined] | readonly [mainPart: undefined, problem: Refusal];

function mainPartOf(linked: Linked, parts: Parts): MainPart {
  const mainParts = linked.get(PACKAGE)?.mainParts ?? [];
  const types = mainParts.map((name) => parts.get(name)?.type ?? '');
  const [mainPart] = mainParts;
  if (types.some((type) => MACRO_TYPES.has(type))) return [undefined, MACROS];
  if (mainPart === undefined || !types.every((type) => MAIN_TYPES.has(type))) return [undefined, NOT_WORD];
  const hasMacros = [...parts.values()].some(({ name, type = '' }) => MACROS_IN.test(`${name} ${type}`));
  return hasMacros ? [undefined, MACROS] : [mainPart, undefined];
}

/** Returns the keys of the parts that a part's relationships lead to, and of those that theirs do. */
function reachedFrom(start: string, linked: Linked): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const key of reached) {
    for (const target of linked.get(key)?.targets ?? []) reached.add(target);
  }
  return reached;
}

function cleanEntry({ name, content }: ZipEntry, parts: Parts, linked: Linked): ZipEntry | Refusal {
  const source = sourceOf(name);
  const links = linked.get(source);
  const part = parts.get(source);
  if (LINKS_NAME.test(name)) {
    if (links === undefined || ENTITY.test(links.xml)) return ENTITIES;
    return links.hasMisfit ? MISFIT : xmlEntry(linksNameOf(part?.name ?? ''), links.xml);
  }
  if (part?.isXml !== true) {
    return looksLikeMarkup(content) ? MISFIT : { name: part?.name ?? name, content };
  }
  const xml = decodeXml(content);
  if (xml === undefined) return DAMAGED;
  if (ENTITY.test(xml)) return ENTITIES;
  if (!isRead(xml)) return MISFIT;
  return (links && missingContent(xml, links.links)) ?? xmlEntry(part.name, cleanXml(xml));
}

function partsOf(entries: readonly ZipEntry[], types: string): Parts {
  const typeOf = readContentTypes(types);
  return new Map(
    entries.map(({ name }) => {
      const type = typeOf(name);
      const isXml = XML_NAME.test(name) || XML_TYPE.test(type ?? '');
      return [partKey(name), { name: writtenName(name), type, isXml }];
    }),
  );
}

/** Returns the key of the part whose relationships an entry has, or else its own. */
function sourceOf(name: string): string {
  return partKey(name.replace(LINKS_NAME, '$1$2'));
}

function refusalOf({ message }: BadZipError): Refusal {
  if (message === 'encrypted') return LOCKED;
  if (/too|tightly|overlap/.test(message)) return TOO_LARGE;
  return /packing|a link|a name|one name/.test(message) ? MISFIT : DAMAGED;
}

/** Returns true if cleaning finds each element that a parser could take for one to clean. */
function isRead(xml: string): boolean {
  const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0;
  return count(ANY_FIELD) === count(FIELD) && count(ANY_COMMENT_MARK) === count(COMMENT_MARK);
}

function cleanXml(xml: string): string {
  return hideDeleted(xml)
    .replace(COMMENT_MARK, '')
    .replace(FIELD, (field) => field.replace(FETCHING_FIELDS, 'QUOTE'))
    .replace(SIMPLE_FIELD, (field) => field.replace(FETCHING_FIELDS, 'QUOTE'));
}

function refused(refusal: Refusal): CleanDocx {
  return { isClean: false, ...refusal };
}
