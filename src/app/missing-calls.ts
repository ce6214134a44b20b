/** What packages call and the oldest browsers lack (`scripts/baseline.ts`): react-aria, before Chrome 103 and Safari 16. */
// oxlint-disable-next-line typescript/no-unnecessary-condition -- the types are those of the newest browsers
AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
};
