// Keeps the state in step with the records of the device, and so with the other tabs.
import { count } from '#api/client-count.ts';
import { persist } from '#device/device.ts';
import type { News } from '#device/turn-in-use.ts';
import { keepTrying } from '#retry.ts';
import { makeJournal } from '#device/journal.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Carriers, DeviceEffects, Effect } from './events.ts';
import type { Owner } from './model.ts';
import { ANONYMOUS, hasSent, outlives, prefixesOf } from './record-names.ts';
import { namesIn, recordAt } from './records.ts';
import type { Application, ApplicationParts, DeviceChanges } from './run.ts';

export function keepOnDevice(
  application: Application,
  { refocusedKey, loadChanges }: Pick<ApplicationParts, 'refocusedKey' | 'loadChanges'>,
) {
  const { state, device, clock, dispatch, settle } = application;
  const changes = () => loaded(loadChanges);
  /** What follows a change of who is here. */
  let clearing: Promise<void> = Promise.resolve();
  const journal = makeJournal(device, clock, prefixesOf([ANONYMOUS]), {
    recordAt: (name) => recordAt(state, name),
    names: () => namesIn(state),
    isRead: () => state.isDeviceRead,
    take,
    onWritten: () => noticeWritten(),
    onTurn: startAgain,
    onEmptied: () => dispatch({ type: 'deviceAnew' }),
  });
  device.subscribe(() => dispatch({ type: 'deviceChanged', status: device.getStatus() }));

  function take(records: ReadonlyMap<string, DeviceRecord>, from: 'device' | 'tab'): readonly string[] {
    const later = [...records].filter(([name, { stamp }]) => stamp > (recordAt(state, name)?.stamp ?? ''));
    if (from === 'tab' && hasSent(records)) count('other-tab');
    dispatch({ type: 'recordsCame', records, from, refocusedKey: refocusedKey?.() });
    return later.filter(([name, { stamp }]) => recordAt(state, name)?.stamp === stamp).map(([name]) => name);
  }

  function noticeWritten(sealed: { sealed?: Owner } = {}): void {
    if (journal.isWritten) dispatch({ type: 'written', ...sealed });
  }

  /** Another tab has changed who is here. After a wipe, nothing from before may stay until the device is read. */
  function startAgain({ owner = ANONYMOUS, isOther, isWiped }: News): void {
    const turn = () => dispatch({ type: 'turned', owner, isWiped });
    if (isWiped) turn();
    clearing = clearing.then(async () => {
      if (isWiped) journal.switchTo(prefixesOf([ANONYMOUS]));
      await journal.sync();
      if (isOther && !isWiped) turn();
    });
  }

  async function open(): Promise<void> {
    // Passed on before the read: after it, a restored value would overwrite the stored draft.
    settle();
    await journal.open();
    const owner = state.meta?.value?.owner ?? ANONYMOUS;
    if (owner !== ANONYMOUS) await addOwner(owner);
  }

  async function addOwner(owner: Owner): Promise<void> {
    dispatch({ type: 'ownerAdded', owner });
    journal.switchTo(prefixesOf(new Set([ANONYMOUS, ...state.drafts.keys()])));
    await journal.read();
  }

  /**
   * Writes what is left. If somebody leaves in this tab, drops the account's key. If they left in another tab, that tab
   * has dropped it.
   */
  async function seal({ owner, isElsewhere }: Effect<'seal'>): Promise<void> {
    await journal.flush();
    if (!isElsewhere && !(await device.use.isNobodys())) await (await changes()).lock(device);
    noticeWritten(owner === ANONYMOUS ? {} : { sealed: owner });
  }

  async function clear(effect: Effect<'wipe'>): Promise<void> {
    const { wipe } = await changes();
    await journal.wipe(() => wipe(device, (name, stamp) => outlives(name, stamp, effect)));
    dispatch({ type: 'wiped', draftOf: effect.draftOf });
    journal.switchTo(prefixesOf([ANONYMOUS]));
    await journal.sync();
    await journal.flush();
  }

  const effects: Carriers<keyof DeviceEffects> = {
    write: ({ records }) => journal.put(records),
    persist: () => void persist(),
    seal: (effect) => void (clearing = clearing.then(() => seal(effect))),
    wipe: (effect) => void (clearing = clearing.then(() => clear(effect))),
  };
  return { journal, open, addOwner, changes, effects, cleared: () => clearing };
}

/** Resolves once the code that changes who is here has loaded. */
function loaded(load: () => Promise<DeviceChanges>): Promise<DeviceChanges> {
  return new Promise((resolve) => {
    const succeed = (changes: DeviceChanges) => {
      resolve(changes);
      return true;
    };
    keepTrying(() => load().then(succeed, () => false));
  });
}
