import { RefusalError } from '#server/domain/ground/errors.ts';

/** The client has not been built yet. */
export class NotBuiltError extends RefusalError {
  override readonly name = 'NotBuiltError';

  constructor() {
    super('The client is not built yet: run "npm run build".');
  }
}
