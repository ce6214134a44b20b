import * as z from 'zod/mini';
import { maxComponentsOf } from '#form/stored-keys.ts';
import { ADD_ANOTHER_DEFAULT_COUNT, ADD_ANOTHER_MAX } from '#limits.ts';
import { defineCall } from './define-call.ts';

const componentCount = z.int().check(z.minimum(ADD_ANOTHER_DEFAULT_COUNT), z.maximum(ADD_ANOTHER_MAX));

/** Components per add-another button; an absent button counts 1. */
export const componentCounts = z.record(z.string(), componentCount);

export const getAddAnother = defineCall({
  method: 'GET',
  path: '/api/add-another',
  access: 'applicant',
  response: componentCounts,
});

export const putAddAnother = defineCall({
  method: 'PUT',
  path: '/api/add-another',
  access: 'applicant',
  body: z.strictObject({ button_id: z.string(), num_components: componentCount }).check(
    z.refine(({ button_id }) => maxComponentsOf(button_id) !== undefined, {
      error: 'There is no such list.',
      path: ['button_id'],
    }),
    z.refine(
      ({ button_id, num_components }) => num_components <= (maxComponentsOf(button_id) ?? ADD_ANOTHER_MAX),
      { error: 'That is more than this list takes.', path: ['num_components'] },
    ),
  ),
  response: componentCounts,
});
