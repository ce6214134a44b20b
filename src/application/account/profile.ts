// What the profile says of the applicant's way through the form.
import { webStatuses, type WebStatus } from '#contract/web-status-values.ts';
import { formRoutes } from '#form/routes.ts';
import { placeOf } from '../calls.ts';
import type { Event, Turn } from '../events.ts';
import type { Operation } from '../model.ts';
import { put, putMeta } from '../records.ts';
import { profileIn, webStatusIn } from '../select.ts';

/** Notes a status, and has it sent; `submitted` is set by the server itself, which has stamped the submission. */
export function reachStatus(turn: Turn, status: WebStatus): void {
  const { state } = turn;
  const meta = state.meta?.value;
  const known = webStatusIn(state);
  if (meta?.profile === undefined || known === status) return;
  const reached = webStatuses.slice(0, webStatuses.indexOf(status) + 1);
  putMeta(turn, {
    ...meta,
    profile: { ...meta.profile, web_status: reached.map((web_status) => ({ web_status })) },
  });
  if (status === 'submitted') state.line.mustRead = true;
  else
    put(turn, 'calls', placeOf({ kind: 'web-status', web_status: status }), {
      kind: 'web-status',
      web_status: status,
    });
}

/** Notes the page that the applicant is on, to open it at the next login. */
export function visited(turn: Turn, { path }: Event<'visited'>): void {
  const { state } = turn;
  const route = formRoutes.find((known) => known === path);
  const meta = state.meta?.value;
  for (const place of state.troubles.keys())
    if (place.startsWith('web-status:')) state.troubles.delete(place);
  if (route === undefined || meta?.profile === undefined || profileIn(state)?.last_page === route) return;
  putMeta(turn, { ...meta, profile: { ...meta.profile, last_page: route } });
  put(turn, 'calls', 'last-page', { kind: 'last-page', last_page: route });
}

/** A profile that was read before the call knows nothing of it. */
export function noteInProfile(turn: Turn, call: Operation): void {
  const meta = turn.state.meta?.value;
  if (meta?.profile === undefined) return;
  const { profile } = meta;
  if (call.kind === 'last-page')
    putMeta(turn, { ...meta, profile: { ...profile, last_page: call.last_page } });
  if (call.kind !== 'web-status') return;
  const { web_status } = call;
  if (profile.web_status.some((known) => known.web_status === web_status)) return;
  putMeta(turn, { ...meta, profile: { ...profile, web_status: [...profile.web_status, { web_status }] } });
}
