import * as z from 'zod/mini';
import { maxComponentsOf } from '#form/stored-keys.ts';
import { ADD_ANOTHER_DEFAULT_COUNT, ADD_ANOTHER_MAX } from '#limits.ts';
import { defineCall } from './define-call.ts';
import { writes } from './versions.ts';

const componentCount = z.int().check(z.minimum(ADD_ANOTHER_DEFAULT_COUNT), z.maximum(ADD_ANOTHER_MAX));

/** Components per add-another button; an absent button counts 1. */
export const componentCounts = z.record(z.string(), componentCount);

export const getAddAnother = defineCall({
  tag: 'Application',
  summary: 'Reads the number of components of each list.',
  method: 'GET',
  path: '/api/add-another',
  access: 'applicant',
  response: componentCounts,
  refusals: {},
});

/** The number that `putAddAnother` sets. Its true maximum is the list's own, which the body checks. */
const wantedCount = z.int().check(z.minimum(ADD_ANOTHER_DEFAULT_COUNT), z.meta({ maximum: ADD_ANOTHER_MAX }));

export const putAddAnother = defineCall({
  tag: 'Application',
  summary: 'Sets the number of components of a list.',
  method: 'PUT',
  path: '/api/add-another',
  access: 'applicant',
  ...writes,
  body: z.strictObject({ button_id: z.string(), num_components: wantedCount }).check(({ value, issues }) => {
    const most = maxComponentsOf(value.button_id);
    if (most === undefined) {
      issues.push({ code: 'custom', message: 'There is no such list.', path: ['button_id'], input: value });
    } else if (value.num_components > most) {
      const message = `This list can have ${most} at most.`;
      issues.push({ code: 'custom', message, path: ['num_components'], input: value });
    }
  }),
  response: componentCounts,
});
