import { existsSync } from 'node:fs';
import type { ServiceView } from '#contract/token-views.ts';

export type RenderServiceView = (view: ServiceView, today: string) => string;

const BUILT = new URL('../../build/render.js', import.meta.url);

/** The service view as a page: from its source where a bundler runs us, as in tests, else as it was built. */
export async function loadServiceViewRenderer(): Promise<RenderServiceView> {
  try {
    const { renderServiceView } = await import('#service-view/render.tsx');
    return renderServiceView;
  } catch (error) {
    // Node itself reads no JSX.
    if (!existsSync(BUILT)) throw error;
  }
  const built: unknown = await import(BUILT.href);
  if (typeof built !== 'object' || built === null || !('renderServiceView' in built))
    throw new NotBuiltError();
  const { renderServiceView } = built;
  if (typeof renderServiceView !== 'function') throw new NotBuiltError();
  return (view, today) => String(renderServiceView(view, today));
}

export class NotBuiltError extends Error {
  override readonly name = 'NotBuiltError';
  override readonly message = 'build/render.js is not what it should be; run npm run build.';
}
