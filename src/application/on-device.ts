// Keeps the state in step with the records of the device, and so with the other tabs.
import { makeJournal } from '#device/journal.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Carriers, DeviceEffects, Effect } from './events.ts';
import type { Owner } from './model.ts';
import { ANONYMOUS, isOthers, namesIn, prefixesOf, recordAt } from './records.ts';
import type { Application } from './run.ts';

export function keepOnDevice(application: Application, refocusedKey?: () => string | undefined) {
  const { state, device, clock, dispatch, tell } = application;
  /** Sealing or wiping that is under way. */
  let clearing: Promise<void> = Promise.resolve();
  const journal = makeJournal(device, clock, prefixesOf([ANONYMOUS]), {
    recordAt: (name) => recordAt(state, name),
    names: () => namesIn(state),
    isRead: () => state.isDeviceRead,
    take,
    onUnread: () => dispatch({ type: 'deviceUnread' }),
    onWritten: () => {
      if (journal.isWritten) dispatch({ type: 'written' });
    },
    onReplaced: () => void replaced(),
    onAnew: () => dispatch({ type: 'deviceAnew' }),
  });
  device.subscribe(noticeDevice);

  function take(records: ReadonlyMap<string, DeviceRecord>, from: 'device' | 'tab'): readonly string[] {
    const later = [...records].filter(([name, { stamp }]) => stamp > (recordAt(state, name)?.stamp ?? ''));
    dispatch({ type: 'recordsCame', records, from, refocusedKey: refocusedKey?.() });
    return later.filter(([name, { stamp }]) => recordAt(state, name)?.stamp === stamp).map(([name]) => name);
  }

  /** Another tab has wiped this device. */
  async function replaced(): Promise<void> {
    dispatch({ type: 'wipedElsewhere' });
    await device.reopen();
    dispatch({ type: 'ownerAdded', owner: ANONYMOUS });
    await journal.know(prefixesOf([ANONYMOUS]));
  }

  /** Reads storage that opened late. Writes all answers when storing is turned on again. */
  function noticeDevice(): void {
    const before = state.device;
    const status = device.getStatus();
    dispatch({ type: 'deviceChanged', status });
    if (status.kind !== 'kept' || before.kind !== 'memory-only') return;
    if (before.reason === 'shared-computer') {
      dispatch({ type: 'deviceAnew' });
      void journal.rewrite();
    } else if (!state.isDeviceRead) void open();
  }

  async function open(): Promise<void> {
    // Passed on before the reading: afterwards a restored value would overwrite the stored draft.
    tell();
    await journal.open();
    const owner = state.meta?.value?.owner ?? ANONYMOUS;
    if (owner !== ANONYMOUS) await know(owner);
  }

  async function know(owner: Owner): Promise<void> {
    dispatch({ type: 'ownerAdded', owner });
    await journal.know(prefixesOf(new Set([ANONYMOUS, ...state.drafts.keys()])));
  }

  /** Writes what is left, drops the account's key, and forgets the records here, unless they are nowhere else. */
  async function seal({ owner }: Effect<'seal'>): Promise<void> {
    await journal.flush();
    await device.lock();
    if (owner !== ANONYMOUS && journal.isWritten && !device.isShared)
      dispatch({ type: 'ownerForgotten', owner });
  }

  async function wipe({ owner, draftOf }: Effect<'wipe'>): Promise<void> {
    await journal.wipe((name) => isOthers(name, owner, draftOf));
    dispatch({ type: 'wiped', draftOf });
    await journal.know(prefixesOf([ANONYMOUS]));
    await journal.flush();
  }

  const effects: Carriers<keyof DeviceEffects> = {
    persist: () => void device.persist(),
    seal: (effect) => void (clearing = clearing.then(() => seal(effect))),
    wipe: (effect) => void (clearing = clearing.then(() => wipe(effect))),
  };
  return { journal, open, know, effects, cleared: () => clearing };
}
