import { ifMatch, versionIn } from '#api/account-headers.ts';
import { exchange } from '#api/request.ts';
import { putAddAnother } from '#contract/add-another.ts';
import { putLastPage } from '#contract/last-page.ts';
import { putTabs } from '#contract/tabs.ts';
import { postValidations } from '#contract/validations.ts';
import { postWebStatus } from '#contract/web-status.ts';
import type { Operation } from '../model.ts';

type Condition = ReturnType<typeof ifMatch>;
type Post<Kind extends Operation['kind']> = (
  operation: Operation<Kind>,
  condition: Condition,
) => Promise<{ readonly headers: Headers }>;

const posts: { readonly [Kind in Operation['kind']]: Post<Kind> } = {
  'web-status': ({ web_status }, condition) =>
    exchange(postWebStatus, { body: { web_status }, ...condition }),
  'last-page': ({ last_page }, condition) => exchange(putLastPage, { body: { last_page }, ...condition }),
  tabs: ({ tab_id, chosen_tab }, condition) =>
    exchange(putTabs, { body: { tab_id, chosen_tab }, ...condition }),
  'add-another': ({ button_id, num_components }, condition) =>
    exchange(putAddAnother, { body: { button_id, num_components }, ...condition }),
  validations({ messages }, condition) {
    const body = Object.entries(messages).map(([key, found]): [string, string[]] => [key, [...found]]);
    return exchange(postValidations, { body: Object.fromEntries(body), ...condition });
  },
};

/**
 * Makes a call, valid only for this version if there is one: a late copy of it then changes nothing.
 *
 * @returns the version after it; `undefined` if the server has none
 */
export async function postOperation<Kind extends Operation['kind']>(
  operation: Operation<Kind>,
  version: string | undefined,
): Promise<string | undefined> {
  const { headers } = await posts[operation.kind](operation, ifMatch(version));
  return versionIn(headers);
}
