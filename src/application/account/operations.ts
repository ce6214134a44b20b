import { call } from '#api/request.ts';
import { retried } from '#api/retried.ts';
import { putAddAnother } from '#contract/add-another.ts';
import { putLastPage } from '#contract/last-page.ts';
import { putTabs } from '#contract/tabs.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus } from '#contract/web-status.ts';
import { STATUS_POST_RETRIES } from '#limits.ts';
import type { Operation } from '../model.ts';

/** Makes the call that an operation stands for. */
export async function postOperation(operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'web-status':
      // If the server is in trouble for longer, the operation waits until something changes.
      await retried(STATUS_POST_RETRIES, () =>
        call(postWebStatus, { body: { web_status: operation.web_status } }),
      );
      return;
    case 'last-page':
      await call(putLastPage, { body: { last_page: operation.last_page } });
      return;
    case 'tabs':
      await call(putTabs, { body: { tab_id: operation.tab_id, chosen_tab: operation.chosen_tab } });
      return;
    case 'add-another':
      await call(putAddAnother, {
        body: { button_id: operation.button_id, num_components: operation.num_components },
      });
      return;
    case 'validations':
      await call(postValidations, { body: operation.messages });
      return;
    default:
      operation satisfies never;
  }
}
