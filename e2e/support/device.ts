import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Cookie } from 'playwright/test';
import { launchOptions } from './chromium.ts';

/** A browser with its own profile. It can be killed and started again. */
export class Device {
  /** The folder of the browser's profile. */
  #profile = '';
  #context: BrowserContext | undefined;
  #cookies: Cookie[] = [];

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error('The browser is not running.');
    return this.#context;
  }

  /** @param keepsCookies false if the browser was killed before it had written its cookies to disk */
  async start(keepsCookies = true): Promise<void> {
    if (this.#profile === '') this.#profile = await mkdtemp(path.join(tmpdir(), 'faults-profile-'));
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      ...launchOptions,
      viewport: { width: 390, height: 844 },
      timezoneId: 'America/New_York',
      locale: 'en-US',
    });
    this.#context.setDefaultTimeout(20_000);
    if (keepsCookies) await this.#context.addCookies(this.#cookies);
    else await this.#context.clearCookies();
  }

  /** Kills the browser as an empty battery would: nothing can save anything before. */
  async kill(): Promise<void> {
    const { context } = this;
    this.#cookies = await context.cookies();
    const isGone = new Promise<void>((resolve) => context.once('close', () => resolve()));
    for (const pid of await this.#pids()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended together with its parent.
      }
    }
    await isGone;
    this.#context = undefined;
  }

  async end(): Promise<void> {
    await this.#context?.close().catch(() => undefined);
    if (this.#profile !== '')
      await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** The files of the page's own storage that contain these bytes, or a text as UTF-8 or UTF-16. */
  async filesWith(text: string | Buffer): Promise<readonly string[]> {
    const spellings = typeof text === 'string' ? [Buffer.from(text), Buffer.from(text, 'utf16le')] : [text];
    const folder = path.join(this.#profile, 'Default');
    const found: string[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !/IndexedDB|Local Storage|Session Storage|Service Worker|File System/.test(file))
        continue;
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      if (spellings.some((spelling) => bytes.includes(spelling))) found.push(file);
    }
    return found;
  }

  /** The processes of this browser, found by the path of its profile. */
  async #pids(): Promise<number[]> {
    const found: number[] = [];
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
      if (commandLine.includes(`--user-data-dir=${this.#profile}`)) found.push(Number(name));
    }
    return found;
  }
}
