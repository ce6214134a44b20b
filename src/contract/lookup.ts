import * as z from 'zod/mini';
import { lookupCategories, type LookupCategory } from '#form/lookup-categories.ts';
import { LOOKUP_MAX_RESULTS } from '#limits.ts';
import { defineCall } from './define-call.ts';
import { keepable } from './keepable.ts';

const TEXT_MAX_CHARS = 200;
const ID_MAX_CHARS = 100;
const category = z.enum(lookupCategories);
export type { LookupCategory };

export const suggestion = z.object({
  id: z.string().check(z.minLength(1)),
  text: z.string().check(z.minLength(1)),
  sub_text: z.nullish(z.string()),
});
export type Suggestion = z.output<typeof suggestion>;

/** The record of a chosen suggestion, copied to answers by prefix. An address has neither name nor ceeb. */
const lookupRecord = z.object({
  name: z.optional(z.string()),
  address_line_1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  ceeb: z.optional(z.string()),
});
export type LookupRecord = z.output<typeof lookupRecord>;

/** Two queries on one path: `text` returns suggestions, best first; `id` returns one record. */
export const findLookup = defineCall({
  tag: 'Look-ups',
  summary: 'Suggests schools and addresses, or reads one of them.',
  method: 'GET',
  path: '/lookup/find',
  access: 'public',
  query: z.union([
    z.strictObject({
      text: z.string().check(z.maxLength(TEXT_MAX_CHARS)),
      category,
      max_results: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LOOKUP_MAX_RESULTS)),
        LOOKUP_MAX_RESULTS,
      ),
    }),
    z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(ID_MAX_CHARS), keepable), category }),
  ]),
  response: z.union([z.array(suggestion), lookupRecord]),
  refusals: {
    404: { description: 'There is no record with this id.' },
  },
});
