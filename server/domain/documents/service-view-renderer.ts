import { existsSync } from 'node:fs';
import type * as Renderer from '#service-view/render.tsx';
import { RendererError } from '#server/domain/ground/errors.ts';

const BUILT = new URL('../../../build/render.js', import.meta.url);

/** Loads the renderer of the service view: from its source if a bundler runs us, as in tests, else from the build. */
export async function loadServiceViewRenderer(): Promise<typeof Renderer> {
  try {
    return await import('#service-view/render.tsx');
  } catch (error) {
    // Without a bundler Node cannot load JSX, so use the build.
    if (!existsSync(BUILT)) throw error;
  }
  const built: unknown = await import(BUILT.href);
  if (!isRenderer(built)) throw new RendererError();
  return built;
}

function isRenderer(built: unknown): built is typeof Renderer {
  return (
    typeof built === 'object' &&
    built !== null &&
    'renderServiceView' in built &&
    'renderArticle' in built &&
    'css' in built
  );
}
