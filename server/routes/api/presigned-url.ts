import { postPresignedUrl } from '#contract/presigned-url.ts';
import type { App } from '#server/http/calls.ts';

export function presignedUrlRoutes(app: App): void {
  const { uploads } = app.context;

  app.answer(postPresignedUrl, async ({ account, body, origin }) => {
    const { url, fields } = await uploads.signForm(account.id, body.answer_key);
    // The embedded storage has the origin that the caller used, whatever proxies are in between.
    return { url: new URL(url, origin).href, fields: { ...fields } };
  });
}
