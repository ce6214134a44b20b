// Reads from a trace of the browser what each key cost the page's main thread.
import * as z from 'zod/mini';

export const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * One key, from its event to the next one's: what the main thread did for it, saving included. It is processor time, so
 * it does not include other work of the machine.
 */
interface KeyCost {
  /** The longest task, which a frame may have to wait for. */
  readonly longestMs: number;
  readonly scriptMs: number;
}

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds: the start, the time by the clock, and the processor time. */
      ts: z.number(),
      dur: z._default(z.number(), 0),
      tdur: z._default(z.number(), 0),
      args: z._default(z.object({ data: z.optional(z.object({ type: z.optional(z.unknown()) })) }), {}),
    }),
  ),
});

interface Span {
  readonly from: number;
  readonly to: number;
  readonly busy: number;
}

const SCRIPT = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'V8.GC_SCAVENGER',
  'v8.callFunction',
]);
const US_PER_MS = 1000;

/** What each key of a trace cost, in order. */
export function keyCosts(recorded: Buffer): readonly KeyCost[] {
  const { traceEvents } = trace.parse(JSON.parse(recorded.toString()));
  const keys = traceEvents.filter(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown',
  );
  const [first] = keys;
  if (first === undefined) return [];
  const own = traceEvents.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const spansOf = (isWanted: (name: string) => boolean): readonly Span[] =>
    own
      .filter(({ name }) => isWanted(name))
      .map(({ ts, dur, tdur }) => ({ from: ts, to: ts + dur, busy: tdur }));
  const tasks = spansOf((name) => name === 'RunTask');
  const scripts = outermost(spansOf((name) => SCRIPT.has(name)));
  // The task that dispatches a key began before its event.
  const starts = keys.map(({ ts }) => tasks.find(({ from, to }) => from <= ts && ts <= to)?.from ?? ts);
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = ({ from }: Span) => from >= start && from < end;
    const lengths = (spans: readonly Span[]) => spans.filter(within).map(({ busy }) => busy / US_PER_MS);
    return {
      longestMs: Math.max(0, ...lengths(tasks)),
      scriptMs: lengths(scripts).reduce((sum, length) => sum + length, 0),
    };
  });
}

/** Tasks that are in no other task. */
function outermost(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (span.from >= (found.at(-1)?.to ?? 0)) found.push(span);
  }
  return found;
}
