// The applicant's progress through the form, as in the profile.
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import { formRoutes } from '#form/routes.ts';
import { callKey } from '../calls.ts';
import type { Event, Run } from '../events.ts';
import type { Operation, RememberedProfile, State } from '../model.ts';
import { put, putMeta } from '../records.ts';
import { profileIn, waitingCalls, webStatusIn } from '../select.ts';

/** Notes a status, and sends it; `submitted` is set by the server itself, which has stamped the submission. */
export function reachStatus(run: Run, status: WebStatus): void {
  const { state } = run;
  const meta = state.meta?.value;
  const profile = profileIn(state);
  if (meta === undefined || profile === undefined || webStatusIn(state) === status) return;
  const reached = webStatuses.slice(0, webStatuses.indexOf(status) + 1);
  putMeta(run, {
    ...meta,
    profile: { ...profile, web_status: reached.map((web_status) => ({ web_status })) },
  });
  if (status === 'submitted') {
    state.sending.isStale = true;
    // Unsent calls do not matter any more.
    for (const { callKey, operation } of waitingCalls(state))
      if (state.troubles.get(callKey)?.isSaid === true) run.effects.push({ do: 'sayRecovered', operation });
  } else putCall(run, { kind: 'web-status', web_status: status });
}

/** Notes the page that the applicant is on, to open it at the next login. */
export function visited(run: Run, { path }: Event<'visited'>): void {
  const { state } = run;
  const route = formRoutes.find((known) => known === path);
  const meta = state.meta?.value;
  const profile = profileIn(state);
  for (const callKey of state.troubles.keys())
    if (callKey.startsWith('web-status:')) state.troubles.delete(callKey);
  if (route === undefined || meta === undefined || profile === undefined || profile.last_page === route)
    return;
  putMeta(run, { ...meta, profile: { ...profile, last_page: route } });
  putCall(run, { kind: 'last-page', last_page: route });
}

/** Queues a call. It replaces an unsent one of the same key. */
export function putCall(run: Run, operation: Operation): void {
  put(run, 'calls', callKey(operation), operation);
}

/** The profile as it will be once the unsent calls have reached the account. */
export function withCalls(state: State, profile: RememberedProfile): RememberedProfile {
  let { last_page, web_status } = profile;
  for (const { operation } of waitingCalls(state)) {
    if (operation.kind === 'last-page') ({ last_page } = operation);
    if (operation.kind === 'web-status') web_status = [...web_status, { web_status: operation.web_status }];
  }
  return { ...profile, last_page, web_status };
}

/** The numbers of components and the chosen tabs that the account does not have yet, by their ids. */
export function unsentIn(state: State) {
  const counts: Record<string, number> = {};
  const chosenTabs: Record<string, string> = {};
  for (const { operation } of waitingCalls(state)) {
    if (operation.kind === 'add-another') counts[operation.button_id] = operation.num_components;
    if (operation.kind === 'tabs') chosenTabs[operation.tab_id] = operation.chosen_tab;
  }
  return { counts, chosenTabs };
}
