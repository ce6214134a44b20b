/** Reads from the server and puts unsent values on top, also those sent while the request ran. */
export async function readUnder<Value>(
  waiting: () => Readonly<Record<string, Value>>,
  read: () => Promise<Readonly<Record<string, Value>>>,
): Promise<Readonly<Record<string, Value>>> {
  const before = waiting();
  const known = await read();
  return { ...known, ...before, ...waiting() };
}
