import type { Line } from './model.ts';

/** A line with nothing to wait for. */
export function idleLine(): Line {
  return {
    isSending: false,
    trouble: undefined,
    failures: 0,
    notBefore: Number.NEGATIVE_INFINITY,
    isAskedToWait: false,
    waitsSince: undefined,
    mustRead: false,
    readAt: Number.NEGATIVE_INFINITY,
    revision: undefined,
    ownRevisions: new Set(),
    isOneByOne: false,
    isUnlabeled: false,
    staleInRow: 0,
  };
}
