import { CONTENT_TYPES } from './content-types.ts';
import { xmlEntry, type ZipEntry } from './zip.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SETTINGS_KIND = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/settings';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const SETTINGS_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml';
const OWN_PART = 'settings-of-admissions.xml';

/** Shows the text as if all tracked changes were accepted. */
const HIDE_DELETED = `<w:revisionView xmlns:w="${WORD}" w:markup="0" w:insDel="0"/>`;
const REVISION_VIEW = /<\/?(?:[^\s<>/:]+:)?revisionView(?=[\s/>])[^<>]*>/g;
/** The first element, if it is that of settings. */
const ROOT =
  /^([^<]*(?:<[?!][^<>]*>[^<]*)*)<((?:[^\s<>/:]+:)?settings)((?=[\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/;

const LEADS_TO_SETTINGS = /\sType\s*=\s*["'][^"'<>]*\/settings["']/;

/** Returns a part's XML, or if it is the document's settings, those with deleted text hidden. */
export function hideDeleted(xml: string): string {
  const root = ROOT.exec(xml);
  if (root === null) return xml;
  const [whole, before, name, attributes = ''] = root;
  const rest = xml.slice(whole.length).replace(REVISION_VIEW, '');
  if (!attributes.endsWith('/')) return `${before}<${name}${attributes}>${HIDE_DELETED}${rest}`;
  return `${before}<${name}${attributes.slice(0, -1)}>${HIDE_DELETED}</${name}>${rest}`;
}

/** Returns the parts of a document whose settings hide deleted text. If it has no settings, adds some. */
export function withHiddenDeletions(entries: readonly ZipEntry[], mainPart: string): readonly ZipEntry[] {
  const relationshipsPart = linksNameOf(mainPart);
  const relationships = entries.find(({ name }) => name === relationshipsPart);
  if (relationships !== undefined && LEADS_TO_SETTINGS.test(relationships.content.toString())) return entries;
  const settings = xmlEntry(OWN_PART, `<w:settings xmlns:w="${WORD}">${HIDE_DELETED}</w:settings>`);
  const relationship = `<Relationship xmlns="${RELATIONSHIPS}" Id="admissions-settings" Type="${SETTINGS_KIND}" Target="/${OWN_PART}"/>`;
  const type = `<Override xmlns="${TYPES}" PartName="/${OWN_PART}" ContentType="${SETTINGS_TYPE}"/>`;
  const others = entries.filter(({ name }) => name !== OWN_PART);
  const changed = others.map((entry) => {
    if (entry === relationships) return withChild(entry, relationship);
    return entry.name === CONTENT_TYPES ? withChild(entry, type) : entry;
  });
  const made = xmlEntry(
    relationshipsPart,
    `<Relationships xmlns="${RELATIONSHIPS}">${relationship}</Relationships>`,
  );
  return [...changed, settings, ...(relationships === undefined ? [made] : [])];
}

/** Returns the name of the part that has the relationships of another; those of the package are of `''`. */
export function linksNameOf(part: string): string {
  const end = part.lastIndexOf('/') + 1;
  return `${part.slice(0, end)}_rels/${part.slice(end)}.rels`;
}

function withChild({ name, content }: ZipEntry, child: string): ZipEntry {
  const xml = content.toString();
  const end = xml.lastIndexOf('</');
  if (end !== -1) return xmlEntry(name, `${xml.slice(0, end)}${child}${xml.slice(end)}`);
  const start = xml.lastIndexOf('<');
  const [, element] = /^<([^\s<>!?/]+)/.exec(xml.slice(start)) ?? [];
  return xmlEntry(name, `${xml.slice(0, xml.lastIndexOf('/>'))}>${child}</${element}>`);
}
