import { partKey } from './content-types.ts';
import { attributesOf } from './xml-attributes.ts';

/** What is known of a part of the package when its relationships are cleaned. */
interface Part {
  readonly type: string | undefined;
  readonly isXml: boolean;
}

export type Parts = ReadonlyMap<string, Part>;

interface CleanRelationships {
  readonly xml: string;
  /** True if a part that should be XML is none, or has no content type: our checks may not have seen it. */
  readonly hasMisfit: boolean;
  /** The parts that the package names as its document. */
  readonly mainParts: readonly string[];
}

/**
 * The pattern follows quotes, because they may contain a `>`, but never a `<`. So no two attempts read the same
 * characters. Otherwise each unclosed tag would cost a scan of all the text after it.
 */
const RELATIONSHIP =
  /<(?:\w+:)?Relationship(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?>(?:(?<!\/>)\s*<\/(?:\w+:)?Relationship\s*>)?/g;
const LINK_TARGET = /^(https?:|mailto:)/i;
/** Parts that load or open something automatically, or that no reader needs. Comments make LibreOffice 7.4 crash. */
const REMOVED_KINDS = new Set([
  'afchunk',
  'attachedtemplate',
  'attachedtoolbars',
  'comments',
  'commentsextended',
  'commentsextensible',
  'commentsids',
  'control',
  'font',
  'legacydiagramtext',
  'model3d',
  'oleobject',
  'origin',
  'package',
  'people',
  'printersettings',
  'subdocument',
]);
/** All other kinds lead to XML. */
const BINARY_KINDS = new Set(['audio', 'hdphoto', 'image', 'media', 'thumbnail', 'video']);

/** Removes the relationships that load or open something by themselves, and those that lead nowhere. */
export function cleanRelationships(xml: string, partName: string, parts: Parts): CleanRelationships {
  const folder = partName.replace(/(^|\/)_rels\/[^/]*$/, '$1');
  const mainParts: string[] = [];
  let hasMisfit = false;
  const clean = (relationship: string) => {
    const attributes = attributesOf(relationship);
    const value = (name: string) => attributes.get(name) ?? '';
    const kind = value('Type').split('/').at(-1)?.toLowerCase() ?? '';
    const mode = value('TargetMode');
    // Only somebody who wants to hide these values from us writes them in character codes.
    if (REMOVED_KINDS.has(kind) || mode.includes('&') || kind.includes('&')) return '';
    if (kind === 'hyperlink') {
      const isInside = mode.toLowerCase() !== 'external' && value('Target').startsWith('#');
      return isInside || LINK_TARGET.test(value('Target')) ? relationship : '';
    }
    if (mode.toLowerCase() === 'external') return '';
    const name = resolved(value('Target'), folder);
    const part = parts.get(name);
    if (part === undefined) return '';
    if (part.type === undefined || !(part.isXml || BINARY_KINDS.has(kind))) hasMisfit = true;
    if (kind === 'officedocument') mainParts.push(name);
    return relationship;
  };
  return { xml: xml.replace(RELATIONSHIP, clean), hasMisfit, mainParts };
}

/** Returns the key of the part that a target means, seen from `folder`. */
function resolved(target: string, folder: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${decoded(target)}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return partKey(path.join('/'));
}

function decoded(target: string): string {
  const text = target.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
