import { callKey } from '#application/calls.ts';
import { tabGroups } from '#form/stored-keys.ts';

/** The toast of a tab that could not be chosen (specification §8). */
export function tabsFailed(
  choice: { readonly tab_id: string; readonly chosen_tab: string },
  sentence: string,
): readonly [label: string, text: string, source: string] {
  const { tab_id: tabId, chosen_tab: chosen } = choice;
  const group = tabGroups.find((one) => one.tabId === tabId);
  const tab = group?.tabs.find(({ id }) => id === chosen)?.label ?? chosen;
  return ['Tab Error', `Error handling tabs for ${tab}: ${sentence}`, callKey({ kind: 'tabs', ...choice })];
}
