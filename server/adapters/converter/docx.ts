import type { Reason, Refusal } from "./outcome.ts";
import { BadZipError, readZip, writeZip, type ZipEntry } from "./zip.ts";

/** A harmless Word document, or why we refuse the upload. */
export type CleanDocx =
  | { readonly isClean: true; readonly docx: Uint8Array }
  | ({ readonly isClean: false } & Refusal);

const LIMITS = { maxEntries: 2000, maxBytes: 67_108_864, maxRatio: 200 };
/** Enough for tens of thousands of links. The regular expression below would recurse too deeply on a larger part. */
const RELATIONSHIPS_MAX_CHARS = 4_194_304;

const MAIN_TYPE =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const CONTENT_TYPES = "[Content_Types].xml";
const refusal = (reason: Reason, message: string): Refusal => ({
  reason,
  message,
});
const DAMAGED = refusal(
  "word-damaged",
  "This Word document is damaged and cannot be opened. Please open it on your computer, save it as a PDF, and upload that.",
);
const MACROS = refusal(
  "word-macros",
  "This Word document holds macros, which we do not take. Please save it as a PDF, or as .docx without macros, and upload that.",
);
const NOT_WORD = refusal(
  "word-other-kind",
  "This file is no Word document, whatever its name says. Please save it as a PDF or as .docx, and upload that.",
);
const TOO_LARGE = refusal(
  "word-bomb",
  "This Word document unpacks to far more than a document should. Please save it as a PDF and upload that.",
);

const XML_NAME = /\.(xml|rels|vml)$/i;
const MACRO_NAME = /vbaproject|vbadata|\.bin\.rels$|activex/i;
/**
 * The pattern follows quotes, because they may contain a `>`, but never a `<`. So no two attempts read the same
 * characters. Otherwise each unclosed tag would cost a scan of all the text after it.
 */
const RELATIONSHIP =
  /<(?:\w+:)?Relationship(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?>(?:(?<!\/>)\s*<\/(?:\w+:)?Relationship\s*>)?/g;
const FIELD = /<(?:\w+:)?instrText\b[^<>]*>[^<]*/g;
const SIMPLE_FIELD = /\binstr=("[^"<]*"|'[^'<]*')/g;
const LINK_TARGET = /^(https?:|mailto:)/i;

/** Fields that make an office suite load something, by their first word. */
const FETCHING_FIELDS =
  /\b(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|DDEAUTO|DDE|LINK|RD|DATABASE|AUTOTEXT|MACROBUTTON)\b/gi;

/**
 * Opens a Word document with our own code before any office suite does. Checks its declared and counted bytes and
 * rebuilds it from its entries, without macros, entities, external links that load by themselves and embedded pages.
 */
export function cleanDocx(file: Buffer): CleanDocx {
  let entries: ZipEntry[];
  try {
    entries = readZip(file, LIMITS);
  } catch (error) {
    if (!(error instanceof BadZipError)) throw error;
    const isBomb = /too|tightly|overlap/.test(error.message);
    return { isClean: false, ...(isBomb ? TOO_LARGE : DAMAGED) };
  }
  const typesEntry = entries.find(({ name }) => name === CONTENT_TYPES);
  if (typesEntry === undefined) return { isClean: false, ...NOT_WORD };
  const types = typesEntry.content.toString("utf8");
  if (
    /macroEnabled/i.test(types) ||
    entries.some(({ name }) => MACRO_NAME.test(name))
  ) {
    return { isClean: false, ...MACROS };
  }
  if (!types.includes(MAIN_TYPE)) return { isClean: false, ...NOT_WORD };

  const kept: ZipEntry[] = [];
  for (const entry of entries) {
    if (!XML_NAME.test(entry.name)) {
      kept.push(entry);
      continue;
    }
    const xml = decodeXml(entry.content);
    // No Office program writes a DOCTYPE. Its entities could read files or expand without end.
    if (xml === undefined || /<!(DOCTYPE|ENTITY)/i.test(xml))
      return { isClean: false, ...DAMAGED };
    if (isRelationships(entry) && xml.length > RELATIONSHIPS_MAX_CHARS)
      return { isClean: false, ...TOO_LARGE };
    kept.push({
      name: entry.name,
      content: Buffer.from(cleanXml(entry, xml), "utf8"),
    });
  }
  return { isClean: true, docx: writeZip(kept) };
}

function isRelationships({ name }: ZipEntry): boolean {
  return name.toLowerCase().endsWith(".rels");
}

function cleanXml(entry: ZipEntry, xml: string): string {
  if (isRelationships(entry))
    return xml.replace(RELATIONSHIP, cleanRelationship);
  return xml
    .replace(FIELD, (field) => field.replace(FETCHING_FIELDS, "QUOTE"))
    .replace(SIMPLE_FIELD, (field) => field.replace(FETCHING_FIELDS, "QUOTE"));
}

/** Keeps links that a reader clicks. Removes everything that would load or open by itself. */
function cleanRelationship(relationship: string): string {
  const type =
    attribute(relationship, "Type").split("/").at(-1)?.toLowerCase() ?? "";
  if (
    [
      "afchunk",
      "attachedtemplate",
      "subdocument",
      "oleobject",
      "package",
      "control",
    ].includes(type)
  )
    return "";
  const mode = attribute(relationship, "TargetMode");
  // Only somebody who wants to hide these values from us writes them in character codes.
  if (mode.includes("&") || type.includes("&")) return "";
  if (mode.toLowerCase() !== "external") return relationship;
  return type === "hyperlink" &&
    LINK_TARGET.test(attribute(relationship, "Target"))
    ? relationship
    : "";
}

function attribute(tag: string, name: string): string {
  const [, quoted = '""'] =
    new RegExp(`\\b${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag) ?? [];
  return quoted.slice(1, -1);
}

/** Decodes UTF-8 or UTF-16, the only encodings of this format. Any other could hide content from the checks above. */
function decodeXml(content: Buffer): string | undefined {
  const isLittle = content[0] === 0xff && content[1] === 0xfe;
  const isBig = content[0] === 0xfe && content[1] === 0xff;
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  try {
    const xml = new TextDecoder(encoding, { fatal: true }).decode(content);
    const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/
      .exec(xml)?.[1]
      ?.toLowerCase();
    if (
      declared !== undefined &&
      !["utf-8", "utf-16", "us-ascii"].includes(declared)
    )
      return undefined;
    // We write UTF-8, so the declaration must say so.
    return xml.replace(
      /^(\s*<\?xml[^>]*\bencoding\s*=\s*["'])[\w-]+/,
      "$1UTF-8",
    );
  } catch {
    return undefined;
  }
}
