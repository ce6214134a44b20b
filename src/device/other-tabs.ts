import { openChannel } from './channel.ts';
import type { Stamp } from './stamp.ts';
import type { DeviceRecord } from './stored-records.ts';
import type { News } from './turn-in-use.ts';

type Message = readonly (readonly [name: string, value: unknown, stamp: Stamp])[];

/**
 * Exchanges records with the other tabs of this browser, and tells them when who is here has changed.
 */
export function otherTabs(
  hear: (records: ReadonlyMap<string, DeviceRecord>) => void,
  hearOfTurn: (news: News) => void,
) {
  const letters = openChannel<Message>('answers', (message) =>
    hear(new Map(message.map(([name, value, stamp]) => [name, { value, stamp }]))),
  );
  const turns = openChannel<News>('turn', hearOfTurn);
  return {
    tell(records: readonly (readonly [name: string, record: DeviceRecord | undefined])[]): void {
      const message = records.map(([name, record]) => [name, record?.value, record?.stamp ?? ''] as const);
      if (message.length > 0) letters.post(message);
    },
    tellTurn: turns.post,
    close(): void {
      letters.close();
      turns.close();
    },
  };
}
