import { findDeletedAccount, openDeletedAccount } from '#contract/deleted-account.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { App } from '#server/http/calls.ts';

export function deletedAccountRoutes(app: App): void {
  const { deletedAccounts, rateLimits } = app.context;

  app.answer(findDeletedAccount, async ({ body, network }) => {
    await rateLimits.take(limits.viewFromNetwork(network));
    return deletedAccounts.deletion(body.proof);
  });

  app.answer(openDeletedAccount, async ({ account, body, isConfidential, setHeaders }) => {
    const key = isConfidential && (await deletedAccounts.deviceKey(body.proof, account.username));
    if (key) setHeaders({ 'device-key': key });
    return { message: '' };
  });
}
