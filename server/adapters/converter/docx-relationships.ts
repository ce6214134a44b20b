import { partKey } from './content-types.ts';
import type { Links } from './docx-content.ts';
import { attributesOf } from './xml-attributes.ts';

/** What is known of a part of the package when its relationships are cleaned. */
interface Part {
  /**
   * The name under which it is written: one spelling for the archive and for all links, however the document spells
   * them.
   */
  readonly name: string;
  readonly type: string | undefined;
  readonly isXml: boolean;
}

export type Parts = ReadonlyMap<string, Part>;

export interface CleanRelationships {
  readonly xml: string;
  readonly links: Links;
  /** True if a part that should be XML is not XML, or has no content type: our checks may have missed it. */
  readonly hasMisfit: boolean;
  /** The parts that are kept, by their keys. */
  readonly targets: readonly string[];
  /** Those that the package names as its document. */
  readonly mainParts: readonly string[];
}

/**
 * The pattern follows quotes, because they may contain a `>`, but never a `<`. So no two attempts read the same
 * characters. Otherwise each unclosed tag would cost a scan of all the text after it.
 */
const RELATIONSHIP =
  /<(?:[^\s<>/:]+:)?Relationship(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?>(?:(?<!\/>)\s*<\/(?:[^\s<>/:]+:)?Relationship\s*>)?/g;
/** What remains where the pattern finds no relationship although a parser could. */
const UNREAD = /<[^\s<>]*Relationship(?=[\s/>])/;
const TARGET = /\sTarget\s*=\s*(?:"[^"<]*"|'[^'<]*')/;
const LINK_TARGET = /^(https?:|mailto:)/i;
/**
 * Parts that load or open something automatically, or that no reader needs. If a page shows one of them and nothing
 * else in its place, the document is refused (`docx-content.ts`).
 */
const REMOVED_KINDS = new Set([
  ...['afchunk', 'control', 'activexcontrolbinary', 'model3d', 'oleobject', 'package', 'subdocument'],
  // No page shows these.
  ...['attachedtemplate', 'attachedtoolbars', 'legacydiagramtext', 'origin', 'printersettings'],
  ...['comments', 'commentsextended', 'commentsextensible', 'commentsids', 'people'],
  // Each letter of an embedded font could look like any other.
  'font',
]);
/** All other kinds lead to XML. */
const BINARY_KINDS = new Set(['audio', 'hdphoto', 'image', 'media', 'thumbnail', 'video']);

/** Removes the relationships that load or open something by themselves, and those that lead nowhere. */
export function cleanRelationships(xml: string, partName: string, parts: Parts): CleanRelationships {
  const folder = partName.replace(/(^|\/)_rels\/[^/]*$/, '$1');
  const targets: string[] = [];
  const mainParts: string[] = [];
  const [kept, lost] = [new Set<string>(), new Set<string>()];
  let hasMisfit = UNREAD.test(xml.replaceAll(RELATIONSHIP, ''));
  const forget = (id: string, isLost: boolean) => {
    if (isLost) lost.add(id);
    return '';
  };
  const clean = (relationship: string) => {
    const attributes = attributesOf(relationship);
    const value = (name: string) => attributes.get(name) ?? '';
    const id = value('Id');
    const kind = value('Type').split('/').at(-1)?.toLowerCase() ?? '';
    const isExternal = !['', 'internal'].includes(value('TargetMode').toLowerCase());
    const key = resolved(value('Target'), folder);
    const part = isExternal ? undefined : parts.get(key);
    const isLost = isExternal || part !== undefined;
    // Only somebody who wants to hide a kind from us writes it in character codes.
    if (REMOVED_KINDS.has(kind) || kind.includes('&')) return forget(id, isLost);
    if (kind === 'hyperlink') {
      const isInside = !isExternal && value('Target').startsWith('#');
      return isInside || LINK_TARGET.test(value('Target')) ? relationship : forget(id, isLost);
    }
    if (part === undefined) return forget(id, isLost);
    if (part.type === undefined || !(part.isXml || BINARY_KINDS.has(kind))) hasMisfit = true;
    kept.add(id);
    targets.push(key);
    if (kind === 'officedocument') mainParts.push(key);
    return relationship.replace(TARGET, ` Target="/${part.name}"`);
  };
  return {
    xml: xml.replace(RELATIONSHIP, clean),
    links: { kept, lost },
    hasMisfit,
    targets,
    mainParts,
  };
}

/** Returns the key of the part that a target means, seen from `folder`. */
function resolved(target: string, folder: string): string {
  const path: string[] = [];
  const from = target.startsWith('/') ? '' : folder;
  for (const step of `${from}${target.replaceAll('&amp;', '&').replaceAll('\\', '/')}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return partKey(path.join('/'));
}
