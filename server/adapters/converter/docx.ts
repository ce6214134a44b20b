import { CONTENT_TYPES, partKey, readContentTypes } from './content-types.ts';
import { cleanRelationships, type Parts } from './docx-relationships.ts';
import { hideDeleted, withHiddenDeletions } from './docx-settings.ts';
import type { Refusal } from './outcome.ts';
import { decodeXml, looksLikeMarkup } from './xml-part.ts';
import { BadZipError, readZip, writeZip, type ZipEntry } from './zip.ts';

/** A harmless Word document, or why we refuse the upload. */
export type CleanDocx =
  { readonly isClean: true; readonly docx: Uint8Array } | ({ readonly isClean: false } & Refusal);

const LIMITS = { maxEntries: 2000, maxBytes: 67_108_864, maxRatio: 200 };
/** Enough for tens of thousands of links. The pattern of a relationship would recurse too deeply on a larger part. */
const RELATIONSHIPS_MAX_CHARS = 4_194_304;

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const PACKAGE_RELATIONSHIPS = '_rels/.rels';

const DAMAGED_MESSAGE =
  'This Word document is damaged and cannot be opened. Please open it on your computer, save it as a PDF, and upload that.';
const DAMAGED: Refusal = { reason: 'word-damaged', message: DAMAGED_MESSAGE };
/** No Office program writes a DOCTYPE. Its entities could read files or expand without end. */
const ENTITIES: Refusal = { reason: 'word-entities', message: DAMAGED_MESSAGE };
const MACROS: Refusal = {
  reason: 'word-macros',
  message:
    'This Word document contains macros, which we do not accept. Please save it as a PDF, or as .docx without macros, and upload that.',
};
const NOT_WORD: Refusal = {
  reason: 'word-other-kind',
  message:
    'This file is not a Word document, although its name says so. Please save it as a PDF or as .docx, and upload that.',
};
const TOO_LARGE: Refusal = {
  reason: 'word-bomb',
  message:
    'This Word document unpacks to far more than a document should. Please save it as a PDF and upload that.',
};
const MISFIT: Refusal = {
  reason: 'word-misfit',
  message:
    'This Word document is built in a way that we cannot check. Please open it on your computer, save it as a PDF, and upload that.',
};

const XML_NAME = /\.(xml|rels|vml)$/i;
const XML_TYPE = /[+/]xml$/;
/** Embedded fonts are left out: each letter of one could look like any other. Their bytes may begin like anything. */
const FONT_TYPE = /font/;
const MACRO_NAME = /vbaproject|vbadata|\.bin\.rels$|activex/i;
const FIELD = /<(?:\w+:)?instrText\b[^<>]*>[^<]*/g;
const SIMPLE_FIELD = /\binstr=("[^"<]*"|'[^'<]*')/g;
/** Where a comment begins, ends and is noted. The comments themselves are not in the PDF. */
const COMMENT_MARK = /<\/?(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)(?=[\s/>])[^<>]*>/g;

/** Fields that make an office suite load something, by their first word. */
const FETCHING_FIELDS =
  /\b(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|DDEAUTO|DDE|LINK|RD|DATABASE|AUTOTEXT|MACROBUTTON)\b/gi;

/**
 * Opens a Word document with our own code before any office suite does. Checks its declared and counted bytes and
 * rebuilds it from its parts, without macros, entities, external links that load by themselves, embedded pages and
 * comments. Which parts are XML, their content types tell, not their names.
 */
export function cleanDocx(file: Buffer): CleanDocx {
  let entries: ZipEntry[];
  try {
    entries = readZip(file, LIMITS);
  } catch (error) {
    if (!(error instanceof BadZipError)) throw error;
    return refused(/too|tightly|overlap/.test(error.message) ? TOO_LARGE : DAMAGED);
  }
  const typesEntry = entries.find(({ name }) => name === CONTENT_TYPES);
  if (typesEntry === undefined) return refused(NOT_WORD);
  const types = decodeXml(typesEntry.content);
  if (types === undefined) return refused(DAMAGED);
  if (/macroEnabled/i.test(types) || entries.some(({ name }) => MACRO_NAME.test(name))) {
    return refused(MACROS);
  }
  const parts = partsOf(entries, types);
  const kept: ZipEntry[] = [];
  let mainPart: string | undefined;
  for (const entry of entries) {
    const part = parts.get(partKey(entry.name));
    if (part?.isXml === true) {
      const cleaned = cleanPart(entry, parts);
      if ('reason' in cleaned) return refused(cleaned);
      kept.push(cleaned);
      mainPart ??= cleaned.mainPart;
    } else if (part?.type !== undefined && !FONT_TYPE.test(part.type)) {
      if (looksLikeMarkup(entry.content)) return refused(MISFIT);
      kept.push(entry);
    }
  }
  return mainPart === undefined
    ? refused(NOT_WORD)
    : { isClean: true, docx: writeZip(withHiddenDeletions(kept, mainPart)) };
}

function partsOf(entries: readonly ZipEntry[], types: string): Parts {
  const typeOf = readContentTypes(types);
  return new Map(
    entries.map(({ name }) => {
      const type = typeOf(name);
      return [partKey(name), { type, isXml: XML_NAME.test(name) || XML_TYPE.test(type ?? '') }];
    }),
  );
}

interface CleanPart extends ZipEntry {
  /** Of the relationships of the package: the part that is the document. */
  readonly mainPart?: string;
}

function cleanPart({ name, content }: ZipEntry, parts: Parts): CleanPart | Refusal {
  const xml = decodeXml(content);
  if (xml === undefined) return DAMAGED;
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return ENTITIES;
  if (!name.toLowerCase().endsWith('.rels')) return entryOf(name, cleanXml(xml));
  if (xml.length > RELATIONSHIPS_MAX_CHARS) return TOO_LARGE;
  const cleaned = cleanRelationships(xml, name, parts);
  if (cleaned.hasMisfit) return MISFIT;
  if (name !== PACKAGE_RELATIONSHIPS) return entryOf(name, cleaned.xml);
  const [mainPart] = cleaned.mainParts;
  const isWord = cleaned.mainParts.every((main) => parts.get(main)?.type === MAIN_TYPE);
  return mainPart === undefined || !isWord ? NOT_WORD : { ...entryOf(name, cleaned.xml), mainPart };
}

function cleanXml(xml: string): string {
  return hideDeleted(xml)
    .replace(COMMENT_MARK, '')
    .replace(FIELD, (field) => field.replace(FETCHING_FIELDS, 'QUOTE'))
    .replace(SIMPLE_FIELD, (field) => field.replace(FETCHING_FIELDS, 'QUOTE'));
}

function entryOf(name: string, xml: string): ZipEntry {
  return { name, content: Buffer.from(xml, 'utf8') };
}

function refused(refusal: Refusal): CleanDocx {
  return { isClean: false, ...refusal };
}
