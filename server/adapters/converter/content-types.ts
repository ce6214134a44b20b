import { attributesOf } from './xml-attributes.ts';

/** Returns the content type of a part, in lower case, or `undefined` if the package declares none for it. */
type TypeOf = (partName: string) => string | undefined;

/** The part that has them. */
export const CONTENT_TYPES = '[Content_Types].xml';

const DECLARATION = /<(?:[^\s<>/:]+:)?(Default|Override)\s[^<>]*>/g;

/** Reads `[Content_Types].xml`: a type for the part of that name, else for its extension. */
export function readContentTypes(xml: string): TypeOf {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  for (const [tag, element] of xml.matchAll(DECLARATION)) {
    const attributes = attributesOf(tag);
    const type = (attributes.get('ContentType') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (element === 'Override') overrides.set(partKey(attributes.get('PartName') ?? ''), type);
    else defaults.set((attributes.get('Extension') ?? '').toLowerCase(), type);
  }
  return (partName) =>
    overrides.get(partKey(partName)) ?? defaults.get(partKey(partName).split('.').at(-1) ?? '');
}

/** Returns the name under which two spellings of a part's name are the same. Archives and links may encode letters. */
export function partKey(name: string): string {
  return decoded(name.replace(/^\//, '')).toLowerCase();
}

/** Returns the name under which a part is written: with all letters encoded that may be. */
export function writtenName(name: string): string {
  return decoded(name).split('/').map(encodeURIComponent).join('/');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
