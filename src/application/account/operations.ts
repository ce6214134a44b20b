import { call } from '#api/request.ts';
import { putAddAnother } from '#contract/add-another.ts';
import { putLastPage } from '#contract/last-page.ts';
import { putTabs } from '#contract/tabs.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus } from '#contract/web-status.ts';
import type { Operation } from '../model.ts';

const posts: { readonly [Kind in Operation['kind']]: (operation: Operation<Kind>) => Promise<unknown> } = {
  'web-status': ({ web_status }) => call(postWebStatus, { body: { web_status } }),
  'last-page': ({ last_page }) => call(putLastPage, { body: { last_page } }),
  tabs: ({ tab_id, chosen_tab }) => call(putTabs, { body: { tab_id, chosen_tab } }),
  'add-another': ({ button_id, num_components }) =>
    call(putAddAnother, { body: { button_id, num_components } }),
  validations({ messages }) {
    const body = Object.entries(messages).map(([key, found]): [string, string[]] => [key, [...found]]);
    return call(postValidations, { body: Object.fromEntries(body) });
  },
};

export function postOperation<Kind extends Operation['kind']>(operation: Operation<Kind>): Promise<unknown> {
  return posts[operation.kind](operation);
}
