import { answerKeys } from '#form/keys.ts';

/** These records take every answer. A university in use lists what its own take: see `src/tenant/data-model.ts`. */
export const dataModel: readonly string[] = answerKeys;
