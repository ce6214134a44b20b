import type { postClientError } from '#contract/client-error.ts';
import type { BodyOf } from '#contract/define-call.ts';
import { fetchJson } from './fetch-json.ts';
import { releaseHere } from './release-at-server.ts';

type ClientError = BodyOf<typeof postClientError>;

/** Tells the operator of a failure of this page. Does not load the contract, which a first visit does not need. */
export async function reportError(kind: ClientError['kind'], route: ClientError['route']): Promise<void> {
  const body = JSON.stringify({ kind, release: releaseHere(), route } satisfies ClientError);
  // The response is empty, so reading it as JSON fails. A report that is lost is not sent again.
  await fetchJson('/public/client-error', { method: 'POST', body }).catch(() => undefined);
}
