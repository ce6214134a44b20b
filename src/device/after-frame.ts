/** A hidden page draws no frames. */
const LONGEST_WAIT_MS = 100;
/** What came while the frame was drawn, a key above all, goes first. */
const GIVES_WAY_MS = 4;

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
  requestAnimationFrame(() => setTimeout(runOnce, GIVES_WAY_MS));
}
