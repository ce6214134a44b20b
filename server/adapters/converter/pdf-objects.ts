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

/** Returns the reference to the catalog. */
export function rootOf({ trailer }: Dictionary): unknown {
  return isDictionary(trailer) && isDictionary(trailer['value']) ? trailer['value']['/Root'] : undefined;
}

export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the parts of a list, or the value that replaces a list of one. */
export function listOf(value: unknown, objects: Dictionary): unknown[] {
  const found = follow(value, objects);
  if (Array.isArray(found)) return found;
  return value === undefined || value === null ? [] : [value];
}

/** Returns all dictionaries, also those within others and those of streams. */
export function* dictionariesIn(value: unknown): Generator<Dictionary> {
  if (Array.isArray(value)) {
    for (const part of value) yield* dictionariesIn(part);
  } else if (isDictionary(value)) {
    yield value;
    yield* dictionariesIn(Object.values(value));
  }
}

/** Returns false for a reference to nothing. */
export function isThere(reference: string, objects: Dictionary): boolean {
  const object = objects[`obj:${reference}`];
  return isDictionary(object) && ('stream' in object || object['value'] !== null);
}

export function isStream(value: unknown, objects: Dictionary): boolean {
  const object = isReference(value) ? objects[`obj:${value}`] : undefined;
  return isDictionary(object) && 'stream' in object;
}

/** Returns a string of the PDF: qpdf marks text with `u:`, and writes other bytes in hexadecimal digits after `b:`. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.startsWith('b:') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : value.slice(2);
}
