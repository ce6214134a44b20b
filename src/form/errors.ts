/** The declarations contradict one another or the partner's configuration: a developer's mistake. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
