/** The built renderer of the service view is not one. */
export class RendererError extends Error {
  override readonly name = 'RendererError';
  override readonly message = 'build/render.js is not what it should be; run npm run build.';
}
