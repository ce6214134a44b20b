// One visit by a phone on a slow network, and what it cost.
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { prepare } from './in-page.ts';

const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const CPU_SLOWDOWN = 4;
/** At rest: nothing on the wire and no long task for this long. */
const QUIET_MS = 1000;
const REST_WITHIN_MS = 25_000;
/** All different, so that each can be recognized; enough for a page that shows its field after eight seconds. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZαβγδεζηθικλμνξοπρστυφχψω';
const LETTER_EVERY_MS = 120;
/** Multiples of it, modulo 1, are spread evenly however many there are. */
const EVEN_SPREAD = (Math.sqrt(5) - 1) / 2;
/** A new window draws its own buttons by script, which takes up one of two processors. */
const WINDOW_IS_READY_MS = 1000;
const NUM_KEYSTROKES = 40;
const KEYSTROKE_EVERY_MS = 120;

export interface Bytes {
  readonly document: number;
  readonly script: number;
  readonly style: number;
  readonly other: number;
}

export type Measures = Readonly<Record<string, number | null>>;

interface Opened {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly kilobytes: Record<keyof Bytes, number>;
  readonly untilQuiet: () => Promise<void>;
  /** Processor time of the page's main thread so far, in ms: other work of the machine is not in it. */
  readonly spent: () => Promise<{ readonly busy: number; readonly busyScript: number }>;
}

interface Opening {
  readonly isOffline?: boolean;
  /** In a new tab of a running browser, without the rest that a new window gets. */
  readonly isAtOnce?: boolean;
  /** A slowed processor spins, and would count as the page's own work. */
  readonly slowdown?: number;
}

async function open(
  context: BrowserContext,
  { isOffline = false, isAtOnce = false, slowdown = CPU_SLOWDOWN }: Opening,
): Promise<Opened> {
  const page = await context.newPage();
  if (!isAtOnce) await delay(WINDOW_IS_READY_MS);
  await page.addInitScript(prepare);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const ms = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
    return { busy: ms('TaskDuration'), busyScript: ms('ScriptDuration') };
  };
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: isOffline, ...SLOW_4G });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const kilobytes = { document: 0, script: 0, style: 0, other: 0 };
  const typeOf = new Map<string, keyof Bytes>();
  const pending = new Set<string>();
  let lastChange = performance.now();
  cdp.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:')) return;
    pending.add(requestId);
    typeOf.set(requestId, kindOf(type));
    lastChange = performance.now();
  });
  const settle = (requestId: string) => {
    pending.delete(requestId);
    lastChange = performance.now();
  };
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    kilobytes[typeOf.get(requestId) ?? 'other'] += encodedDataLength / 1024;
    settle(requestId);
  });
  cdp.on('Network.loadingFailed', ({ requestId }) => settle(requestId));
  const untilQuiet = async () => {
    const start = performance.now();
    for (;;) {
      const now = performance.now();
      const sinceTask = await page.evaluate(() => performance.now() - window.bench.lastLongTask);
      // A stream that stays open (server-sent events) counts as rest.
      const isIdle = pending.size === 0 || now - lastChange > 3 * QUIET_MS;
      if (isIdle && now - lastChange > QUIET_MS && sinceTask > QUIET_MS) return;
      if (now - start > REST_WITHIN_MS) return;
      await page.waitForTimeout(100);
    }
  };
  return { page, cdp, kilobytes, untilQuiet, spent };
}

function kindOf(type: string | undefined): keyof Bytes {
  if (type === 'Document') return 'document';
  if (type === 'Script') return 'script';
  return type === 'Stylesheet' ? 'style' : 'other';
}

/** A visit that only looks: bytes, paints, blocked time; then, with `isThorough`, typing and a choice. */
export async function look(
  context: BrowserContext,
  url: string,
  { isThorough = false, ...opening }: Opening & { readonly isThorough?: boolean } = {},
): Promise<Measures> {
  const opened = await open(context, opening);
  const { page, cdp, kilobytes, untilQuiet } = opened;
  await page.goto(url, { waitUntil: 'load' });
  await untilQuiet();
  const seen = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
    lcp: window.bench.lcp,
    firstField: window.bench.firstFieldAt,
    blocked: window.bench.blocked,
    longestHydrating: window.bench.longestHydrating,
    shift: window.bench.shift,
    nodes: document.querySelectorAll('*').length,
  }));
  const bytes = Object.values(kilobytes).reduce((sum, part) => sum + part, 0);
  const { document: documentKb, script, style, other } = kilobytes;
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const looked = { ...seen, bytes, documentKb, script, style, other, heap: usedSize / 1_048_576 };
  const worked = isThorough ? await work(opened) : {};
  await page.close();
  return { ...looked, ...worked };
}

async function work({ page, untilQuiet }: Opened): Promise<Measures> {
  if (!(await typeAll(page))) return {};
  const keys = await page.evaluate(() => window.bench.keys.toSorted((a, b) => a - b));
  // Nobody opens what is not on the screen. Work that a page does after letters and scrolling is not part of the
  // choice.
  await page.evaluate(() => window.bench.scrollToCountry());
  await untilQuiet();
  const country = await page.evaluate(() => window.bench.chooseCountry());
  return { keyP50: quantile(keys, 0.5), keyP98: quantile(keys, 0.98), country };
}

/** Types into the first field; false if there is none. */
async function typeAll(page: Page): Promise<boolean> {
  const isThere = await page.evaluate(() => {
    const field = window.bench.firstField();
    field?.focus();
    window.bench.keys.length = 0;
    return field !== undefined;
  });
  if (!isThere) return false;
  for (let count = 0; count < NUM_KEYSTROKES; count += 1) {
    await page.keyboard.press(LETTERS[count % 26] ?? 'a');
    await page.waitForTimeout(KEYSTROKE_EVERY_MS);
  }
  await page.waitForTimeout(500);
  return true;
}

/** A first visit on a processor that is not slowed: the main thread's time until the page is at rest, and per key. */
export async function cost(context: BrowserContext, url: string): Promise<Measures> {
  const { page, untilQuiet, spent } = await open(context, { slowdown: 1 });
  await page.goto(url, { waitUntil: 'load' });
  await untilQuiet();
  const rest = await spent();
  const hasTyped = await typeAll(page);
  const { busy, busyScript } = await spent();
  await page.close();
  const aKey = (until: number, from: number) => (hasTyped ? (until - from) / NUM_KEYSTROKES : null);
  return {
    ...rest,
    keyBusy: aKey(busy, rest.busy),
    keyScript: aKey(busyScript, rest.busyScript),
  };
}

export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/**
 * A visit that types another letter every 120 ms into the first text field, as soon as there is one. Finds when the
 * first letter was typed that is still there once the page is at rest.
 *
 * @param nth number of this visit: each begins at another moment of the 120 ms, so that their median is finer
 */
export async function typeEarly(
  context: BrowserContext,
  url: string,
  nth: number,
  isOffline = false,
): Promise<Measures> {
  const { page, cdp, untilQuiet } = await open(context, { isOffline });
  await page.addInitScript(() => window.bench.holdFocus());
  const going = page.goto(url, { waitUntil: 'load' });
  let isDone = false;
  const typing = (async () => {
    await delay(((nth * EVEN_SPREAD) % 1) * LETTER_EVERY_MS);
    for (const letter of LETTERS) {
      if (isDone) return;
      // Sent without waiting for the busy page, as a thumb does.
      void cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter }).catch(() => {});
      void cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter }).catch(() => {});
      await delay(LETTER_EVERY_MS);
    }
  })();
  await going;
  await untilQuiet();
  isDone = true;
  await typing;
  const sticks = await page.evaluate(() => {
    window.bench.release();
    const value = window.bench.firstField()?.value ?? '';
    // A letter that was typed twice (the page restored the focus late) counts from when it stayed.
    const kept = window.bench.typed.filter(({ letter }) => value.includes(letter));
    return kept[0]?.at ?? null;
  });
  await page.close();
  return { sticks };
}
