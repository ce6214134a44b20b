import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { unprivilegedUser } from '../unprivileged-user.ts';
import { NamedError } from '../errors.ts';

const START = join(import.meta.dirname, 'start-chromium.sh');
const START_DEADLINE_MS = 20_000;
/** The browser prints static text: it needs no graphics card, no extensions and no background requests. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-pings',
];

/** Debian's shell without a window prints the same pages as the whole browser, in a quarter of the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export interface BrowserOptions {
  /** Replaces the first of `BROWSERS` that is installed. */
  readonly chromiumPath?: string | undefined;
  /** `off`: without the browser's own sandbox, for kernels that do not support it. */
  readonly sandbox: 'on' | 'off';
}

/** Returns the path of the browser that prints, or `undefined` if it is not installed. */
export function findBrowser(chromiumPath?: string): string | undefined {
  const candidates = chromiumPath === undefined ? BROWSERS : [chromiumPath];
  return candidates.find((path) => existsSync(path));
}

/**
 * Starts the system's browser at a low priority, as an unprivileged user, with its sandbox unless it is turned off.
 *
 * @throws {BrowserMissingError}
 */
export async function startBrowser({ chromiumPath, sandbox }: BrowserOptions): Promise<Browser> {
  const path = findBrowser(chromiumPath);
  if (path === undefined) throw new BrowserMissingError();
  // Loaded at the first print: it takes 80 MB, which a process that only answers requests never needs.
  const { chromium } = await import('playwright-core');
  const user = unprivilegedUser('printer');
  const ids = user && { PRINTER_UID: String(user.uid), PRINTER_GID: String(user.gid) };
  return chromium.launch({
    executablePath: START,
    chromiumSandbox: sandbox === 'on',
    args: ARGUMENTS,
    timeout: START_DEADLINE_MS,
    // Does not pass on our own environment, because it contains secrets.
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      CHROMIUM: path,
      ...ids,
    },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

class BrowserMissingError extends NamedError {
  override readonly message = 'Chromium is not installed.';
}
