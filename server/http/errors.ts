import { RefusalError } from '#server/domain/errors.ts';

/** There is no client to send yet. */
export class NotBuiltError extends RefusalError {
  override readonly name = 'NotBuiltError';

  constructor() {
    super('The client is not built yet: run "npm run build".');
  }
}
