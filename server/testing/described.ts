/** Replaces the names of schemas in a part of the API's description by what they stand for. */
export function withoutNames<T>(given: T, schemas: Readonly<Record<string, object>>): T {
  if (typeof given !== 'object' || given === null) return given;
  const parts: object = Array.isArray(given)
    ? given.map((part: unknown) => withoutNames(part, schemas))
    : Object.fromEntries(
        Object.entries(named(given, schemas)).map(([key, part]) => [key, withoutNames(part, schemas)]),
      );
  return parts as T;
}

function named(given: object, schemas: Readonly<Record<string, object>>): object {
  if (!('$ref' in given)) return given;
  const { $ref, ...own } = given;
  return { ...schemas[String($ref).split('/').at(-1) ?? ''], ...own };
}
