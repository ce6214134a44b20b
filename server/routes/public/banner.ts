import { getBanner } from '#contract/banner.ts';
import type { App } from '#server/http/calls.ts';

export function bannerRoutes(app: App): void {
  const { banners } = app.context;

  app.answer(getBanner, async () => ({ text: (await banners.recent())?.text ?? null }));
}
