import { Device } from '#device/device.ts';
import type { Writes } from '#device/stored-records.ts';

/** @param accountOf the account that a record belongs to, by its name */
export async function openedDevice(accountOf?: (name: string) => string | undefined): Promise<Device> {
  const device = new Device(accountOf);
  await device.open();
  return device;
}

export function oneRecord(name: string, value: unknown, stamp = '1'): Writes {
  return new Map([[name, { value, stamp }]]);
}

/** What can be read on a device under these prefixes, or the reason if nothing can. */
export async function valuesOn(
  device: Device,
  prefixes: readonly string[] = ['a', 'b', 'cache/'],
): Promise<Record<string, unknown>> {
  const found = await device.read(prefixes);
  if (typeof found === 'string') return { outcome: found };
  return Object.fromEntries([...found].map(([name, { value }]) => [name, value]));
}
