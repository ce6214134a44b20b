// Which tab sends: the next turn (pure), and the transactions.
import { get, type UseStore } from 'idb-keyval';
import { within } from './store.ts';
import { finish } from './stored-records.ts';
import { isTurn, termOf, TURN, type Turn } from './turn.ts';

/**
 * Makes a tab the sender.
 *
 * @param seen the turn at which it decided that no other tab has a request on its way
 * @returns the turn that follows; `undefined` if who is here, or who sends, has changed since
 */
export function withSender(stored: Turn, seen: Turn, tab: string): Turn | undefined {
  if (termOf(stored) !== termOf(seen)) return undefined;
  if (stored.sender === tab) return stored;
  return stored.count === seen.count ? { ...stored, sender: tab, count: (stored.count ?? 0) + 1 } : undefined;
}

/** Makes nobody the sender, if this tab is. */
export function withoutSender(stored: Turn, tab: string): Turn | undefined {
  if (stored.sender !== tab) return undefined;
  const { sender: _, ...turn } = stored;
  return turn;
}

/** The stored turn; `undefined` if it cannot be read, for example because nothing can be stored. */
export async function storedTurn(transact: UseStore): Promise<Turn | undefined> {
  const turn = await get<unknown>(TURN, transact).catch(() => undefined);
  return isTurn(turn) ? turn : undefined;
}

/**
 * Changes who sends, in one transaction that compares first. A page that is frozen during it overrules nobody: either the
 * transaction holds off all others, or it runs again from the comparison.
 *
 * @param next returns the turn that follows the stored one, if it may change
 * @returns whether it may change
 */
export function changeSender(transact: UseStore, next: (stored: Turn) => Turn | undefined): Promise<boolean> {
  const change = async (store: IDBObjectStore) => {
    const kept = await get<unknown>(TURN, within(store));
    const after = isTurn(kept) ? next(kept) : undefined;
    if (after !== undefined && after !== kept) await finish(store, [], [[TURN, after]]);
    return after !== undefined;
  };
  return transact('readwrite', change).catch(() => false);
}
