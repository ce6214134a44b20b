import { answerKeys } from '#form/keys.ts';

/** These records accept every answer. A real university lists what its own accept: see `src/tenant/data-model.ts`. */
export const dataModel: readonly string[] = answerKeys;
