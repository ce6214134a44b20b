/** The declarations contradict one another or the partner's configuration: a mistake of ours, found while developing. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
