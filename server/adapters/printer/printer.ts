import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { html } from '../html.ts';
import { findBrowser, startBrowser, type BrowserOptions } from './browser.ts';
import { withCreator } from './properties.ts';
import { NamedError } from '../errors.ts';

/** Makes PDFs of self-contained pages. */
export interface Printer {
  /**
   * Prints a page: tagged, with an outline of its headings and a running footer.
   *
   * @throws {PrintError} when printing failed twice
   */
  print(sheet: Sheet, signal?: AbortSignal): Promise<Buffer>;
  isInstalled(): boolean;
  close(): Promise<void>;
}

interface Sheet {
  /** A complete page. Every request that it makes is blocked. */
  readonly html: string;
  /** The text in each page's footer, left of the page number. */
  readonly foot: string;
}

class PrintError extends NamedError {}

interface PrinterOptions extends BrowserOptions {
  /** Named in the properties of each PDF as its creator, instead of the browser. */
  readonly creator: string;
  readonly idleMs?: number;
  readonly deadlineMs?: number;
}

/** The browser takes 200 MB, so it ends when idle. */
const IDLE_MS = 60_000;
const DEADLINE_MS = 30_000;
/** A browser that prints for days leaks memory, so it is replaced after this many pages. */
const SHEETS_PER_BROWSER = 100;
const CLOSE_GRACE_MS = 3000;
const MARGINS = { top: '16mm', right: '16mm', bottom: '20mm', left: '16mm' };

export function makePrinter(options: PrinterOptions): Printer {
  const { idleMs = IDLE_MS, deadlineMs = DEADLINE_MS } = options;
  let running: Promise<Browser> | undefined;
  let numPrinted = 0;
  let numActive = 0;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const browser = running;
    running = undefined;
    numPrinted = 0;
    await closeHard(browser);
  }

  async function printOnce(sheet: Sheet, signal: AbortSignal | undefined): Promise<Buffer> {
    running ??= startBrowser(options);
    const mine = running;
    try {
      const browser = await mine;
      const pdf = await within(deadlineMs, signal, printOn(browser, sheet));
      numPrinted += 1;
      return await withCreator(pdf, options.creator);
    } catch (error) {
      // A browser that failed once may be damaged, so it prints nothing more.
      if (running === mine) await end();
      else await closeHard(mine);
      throw error;
    }
  }

  return {
    async print(sheet, signal) {
      clearTimeout(idle);
      numActive += 1;
      try {
        return await printOnce(sheet, signal).catch((error: unknown) => {
          if (signal?.aborted) throw error;
          return printOnce(sheet, signal);
        });
      } catch (error) {
        throw new PrintError('The page could not be printed.', { cause: error });
      } finally {
        numActive -= 1;
        if (numActive === 0) {
          if (numPrinted >= SHEETS_PER_BROWSER) await end();
          clearTimeout(idle);
          idle = setTimeout(() => void end(), idleMs);
          idle.unref();
        }
      }
    },
    isInstalled: () => findBrowser(options.chromiumPath) !== undefined,
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

async function printOn(browser: Browser, { html, foot }: Sheet): Promise<Buffer> {
  // Each print has a new context: no cookies, caches or storage pass from one application to the next.
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    offline: true,
    colorScheme: 'light',
  });
  try {
    // `aborted` looks like a canceled request. After any other failed navigation the browser would print its error
    // page.
    await context.route('**/*', (route) => route.abort('aborted'));
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'load' });
    return await page.pdf({
      format: 'Letter',
      // A page may name other paper and margins for some of its sheets.
      preferCSSPageSize: true,
      tagged: true,
      outline: true,
      printBackground: false,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: footTemplate(foot),
      margin: MARGINS,
    });
  } finally {
    await context.close();
  }
}

function footTemplate(foot: string): string {
  const style =
    'width:100%;margin:0 16mm;display:flex;justify-content:space-between;font:8pt Carlito,Calibri,sans-serif;color:#444';
  const number = html`Page <span class="pageNumber"></span> of <span class="totalPages"></span>`;
  const numberStyle = 'flex:none;margin-left:8mm;white-space:nowrap';
  return html`<div style="${style}"><span>${foot}</span><span style="${numberStyle}">${number}</span></div>`
    .text;
}

async function within<T>(ms: number, signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (reason: string) => reject(new PrintError(reason));
  const timer = setTimeout(() => stop('The deadline has passed.'), ms);
  const onAbort = () => stop('The job was called off.');
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  // If the deadline passes first, nobody awaits this promise. Its rejection must not end the process.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Closes a browser, by force if it does not answer. */
async function closeHard(starting: Promise<Browser> | undefined): Promise<void> {
  const browser = await starting?.catch(() => undefined);
  if (browser === undefined) return;
  const closed = browser.close().catch(() => undefined);
  await Promise.race([closed, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
}
