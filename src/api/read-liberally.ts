// Other servers keep to the specification, which leaves much of each response open.
import * as z from 'zod/mini';
import { answersResponse, answerTextOf } from '#contract/answers.ts';

/**
 * Reshapes a response so that its schema accepts as much of it as can be read: absent lists are empty, null is `''`, a
 * number is its text, and what does not fit is left out. Parse the result with the schema: what a response cannot do
 * without is still missing in it.
 */
export function readLiberally(schema: z.core.$ZodType, value: unknown): unknown {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every schema is one of these; zod types them apart
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return typeof value === 'number' ? String(value) : (value ?? '');
    case 'number':
      return typeof value === 'string' ? Number(value) : (value ?? 0);
    case 'optional':
      return orNothing(def.innerType, value, undefined);
    case 'nullable':
      return orNothing(def.innerType, value, null);
    case 'union':
      return def.options.map((option) => readLiberally(option, value)).find((read) => fits(schema, read));
    case 'array': {
      const { element } = def;
      if (!Array.isArray(value)) return value ?? [];
      return value.map((entry) => readLiberally(element, entry)).filter((entry) => fits(element, entry));
    }
    case 'record': {
      const { valueType } = def;
      const ofKey = schema === answersResponse ? answerTextOf : (_: string, entry: unknown) => entry;
      // Some languages write an empty map as an empty list.
      if (Array.isArray(value) && value.length === 0) return {};
      if (!isMap(value)) return value ?? {};
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, entry]) => [key, readLiberally(valueType, ofKey(key, entry))] as const)
          .filter(([, entry]) => fits(valueType, entry)),
      );
    }
    case 'object': {
      if (!isMap(value)) return value;
      const members = Object.entries(def.shape).map(([name, member]) => {
        const read = readLiberally(member, value[name]);
        return [name, fits(member, read) ? read : readLiberally(member, undefined)];
      });
      return { ...value, ...Object.fromEntries(members) };
    }
    default:
      return value;
  }
}

function orNothing(inner: z.core.$ZodType, value: unknown, nothing: undefined | null): unknown {
  if (value === null || value === undefined) return nothing;
  const read = readLiberally(inner, value);
  return fits(inner, read) ? read : nothing;
}

function fits(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
