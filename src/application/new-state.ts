import { newStamps } from '#device/stamp.ts';
import type { Sending, State } from './model.ts';
import { newDraft } from './draft.ts';
import { ANONYMOUS } from './record-names.ts';

/** @param tab identifies this tab; random unless given */
export function newState(tab?: string): State {
  return {
    stamps: newStamps(tab),
    who: { is: 'visitor' },
    drafts: new Map([[ANONYMOUS, newDraft()]]),
    meta: undefined,
    device: { kind: 'opening' },
    isDeviceRead: false,
    isWritten: true,
    early: new Set(),
    hasAskedToPersist: false,
    typingUntil: Number.NEGATIVE_INFINITY,
    numChanges: 0,
    ...ofNobody(),
  };
}

/** The part of the state that is reset when somebody leaves. */
export function ofNobody() {
  return {
    hasChangedPage: false,
    visitorTabs: {},
    lent: new Map(),
    cleared: new Map(),
    asksAboutDraft: false,
    sending: idleSending(),
    troubles: new Map(),
    files: new Map(),
    presence: undefined,
  } satisfies Partial<State>;
}

/** A state of sending with nothing to wait for. */
export function idleSending(): Sending {
  return {
    isUnderWay: false,
    notBefore: Number.NEGATIVE_INFINITY,
    waitsSince: undefined,
    isStale: false,
    readAt: Number.NEGATIVE_INFINITY,
    refusedVersions: [],
  };
}
