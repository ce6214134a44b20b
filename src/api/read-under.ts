/** What the server has, under what waits here, even what was sent while the server was being asked. */
export async function readUnder<Value>(
  waiting: () => Readonly<Record<string, Value>>,
  read: () => Promise<Readonly<Record<string, Value>>>,
): Promise<Readonly<Record<string, Value>>> {
  const before = waiting();
  const known = await read();
  return { ...known, ...before, ...waiting() };
}
