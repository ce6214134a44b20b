import { openChannel } from './channel.ts';
import type { Stamp } from './stamp.ts';
import type { DeviceRecord } from './stored-records.ts';
import type { News } from './turn-in-use.ts';

/** The previous release sends this when it has wiped the device. So does this release, as long as the other may run. */
const WIPED = 'wiped';

type Message = readonly (readonly [name: string, value: unknown, stamp: Stamp])[] | typeof WIPED;

/**
 * Exchanges records with the other tabs of this browser, and tells them when who is here has changed.
 *
 * @param hearOfTurn called when another tab has changed who is here; without news if that tab runs the previous release
 */
export function otherTabs(
  hear: (records: ReadonlyMap<string, DeviceRecord>) => void,
  hearOfTurn: (news?: News) => void,
) {
  const letters = openChannel<Message>('answers', (message) => {
    if (message === WIPED) hearOfTurn();
    else hear(new Map(message.map(([name, value, stamp]) => [name, { value, stamp }])));
  });
  const turns = openChannel<News>('turn', hearOfTurn);
  return {
    tell(records: readonly (readonly [name: string, record: DeviceRecord | undefined])[]): void {
      const message = records.map(([name, record]) => [name, record?.value, record?.stamp ?? ''] as const);
      if (message.length > 0) letters.post(message);
    },
    tellTurn: turns.post,
    tellWiped: () => letters.post(WIPED),
    close(): void {
      letters.close();
      turns.close();
    },
  };
}
