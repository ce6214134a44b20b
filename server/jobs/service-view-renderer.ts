import { existsSync } from 'node:fs';
import type { ServiceView } from '#contract/token-views.ts';
import { RendererError } from './errors.ts';

type RenderServiceView = (view: ServiceView, today: string) => string;

const BUILT = new URL('../../build/render.js', import.meta.url);

/**
 * Loads the renderer of the service view: from its source where a bundler runs us, as in tests, else from the build.
 */
export async function loadServiceViewRenderer(): Promise<RenderServiceView> {
  try {
    const { renderServiceView } = await import('#service-view/render.tsx');
    return renderServiceView;
  } catch (error) {
    // Without a bundler Node cannot load JSX, so use the build.
    if (!existsSync(BUILT)) throw error;
  }
  const built: unknown = await import(BUILT.href);
  if (typeof built !== 'object' || built === null || !('renderServiceView' in built))
    throw new RendererError();
  const { renderServiceView } = built;
  if (typeof renderServiceView !== 'function') throw new RendererError();
  return (view, today) => String(renderServiceView(view, today));
}
