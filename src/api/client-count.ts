import type { postClientCount } from '#contract/client-count.ts';
import type { BodyOf } from '#contract/define-call.ts';

type ClientCount = BodyOf<typeof postClientCount>;

const counted = new Set<ClientCount['kind']>();

/**
 * Tells the operator that something has served somebody, once for each kind while the page is open. Does not load the
 * contract, which a first visit does not need.
 */
export function count(kind: ClientCount['kind']): void {
  if (counted.has(kind)) return;
  counted.add(kind);
  // Without cookies. A count that is lost is not sent again, and another server may not have this call.
  fetch('/public/client-count', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind } satisfies ClientCount),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
