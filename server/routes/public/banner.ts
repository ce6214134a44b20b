import { getBanner } from '#contract/banner.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { App } from '#server/http/calls.ts';

export function bannerRoutes(app: App): void {
  const { banners, rateLimits } = app.context;

  app.answer(getBanner, async ({ network }) => {
    await rateLimits.take(limits.bannerFromNetwork(network));
    return { text: (await banners.recent())?.text ?? null };
  });
}
