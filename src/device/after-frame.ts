/** A hidden page draws no frames. */
const LONGEST_WAIT_MS = 100;

/** Runs something once, when the next frame has been drawn: what is seen comes before what is kept. */
export function afterFrame(run: () => void): void {
  let hasRun = false;
  const runOnce = () => {
    if (hasRun) return;
    hasRun = true;
    clearTimeout(late);
    run();
  };
  const late = setTimeout(runOnce, LONGEST_WAIT_MS);
  requestAnimationFrame(() => setTimeout(runOnce));
}
