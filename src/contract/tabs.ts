import * as z from 'zod/mini';
import { tabIdsOf } from '#form/stored-keys.ts';
import { defineCall } from './define-call.ts';
import { writes } from './versions.ts';

/** The chosen tab per tab group; for an absent group, the caller's default applies. */
export const chosenTabs = z.record(z.string(), z.string());

export const getTabs = defineCall({
  tag: 'Application',
  summary: 'Reads the chosen tabs.',
  method: 'GET',
  path: '/api/tabs',
  access: 'applicant',
  response: chosenTabs,
  refusals: {},
});

export const putTabs = defineCall({
  tag: 'Application',
  summary: 'Chooses a tab.',
  method: 'PUT',
  path: '/api/tabs',
  access: 'applicant',
  ...writes,
  body: z.strictObject({ tab_id: z.string(), chosen_tab: z.string() }).check(
    z.refine(({ tab_id }) => tabIdsOf(tab_id) !== undefined, {
      error: 'There is no such group of tabs.',
      path: ['tab_id'],
    }),
    z.refine(({ tab_id, chosen_tab }) => tabIdsOf(tab_id)?.includes(chosen_tab) ?? true, {
      error: 'There is no such tab.',
      path: ['chosen_tab'],
    }),
  ),
  response: chosenTabs,
});
