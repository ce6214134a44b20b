/** Objects of a PDF as `qpdf --json-output=2` writes them: names begin with `/`, references end with ` R`. */
export type Dictionary = { [name: string]: unknown };

const REFERENCE = /^\d+ \d+ R$/;

/** Resolves a reference to its object, or returns the value itself. qpdf never writes a reference to a reference. */
export function follow(value: unknown, objects: Dictionary): unknown {
  if (!isReference(value)) return value;
  const object = objects[`obj:${value}`];
  return isDictionary(object) ? object['value'] : null;
}

/** Resolves a value to a dictionary, or to that of a stream. */
export function dictionaryOf(value: unknown, objects: Dictionary): Dictionary | undefined {
  const object = isReference(value) ? objects[`obj:${value}`] : { value };
  if (!isDictionary(object)) return undefined;
  const found = isDictionary(object['stream']) ? object['stream']['dict'] : object['value'];
  return isDictionary(found) ? found : undefined;
}

export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the parts of a list, or what stands in place of a list of one. */
export function listOf(value: unknown, objects: Dictionary): unknown[] {
  const found = follow(value, objects);
  if (Array.isArray(found)) return found;
  return value === undefined || value === null ? [] : [value];
}
