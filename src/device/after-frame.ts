/** Hidden pages get no animation frames: the callback then runs after this. */
const LONGEST_WAIT_MS = 100;
/** Lets input that arrived during the frame, above all keys, run first. */
const GIVES_WAY_MS = 4;

/** Calls `run` once, after the next frame is painted: the screen updates before storage does. */
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
