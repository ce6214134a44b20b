/** Follows the quotes, so that what looks like an attribute inside a value is none. */
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*("[^"<]*"|'[^'<]*')/g;

/** Returns the attributes of a tag, with values as they are written. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted = ''] of tag.matchAll(ATTRIBUTE)) found.set(name, quoted.slice(1, -1));
  return found;
}
