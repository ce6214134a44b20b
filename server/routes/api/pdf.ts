import { getPdf } from '#contract/pdf.ts';
import type { App } from '#server/http/calls.ts';

export function pdfRoutes(app: App): void {
  const { copies } = app.context;

  app.answer(getPdf, async ({ account }) => copies.state(account.id));
}
