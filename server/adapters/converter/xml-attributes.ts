/** Follows the quotes, so that an attribute inside a value does not count. */
const ATTRIBUTE = /\s([^\s<>"'=/]+)\s*=\s*("[^"<]*"|'[^'<]*')/g;

/** Returns the attributes of a tag, with values as they are written. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted = ''] of tag.matchAll(ATTRIBUTE)) found.set(name, quoted.slice(1, -1));
  return found;
}
