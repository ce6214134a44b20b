import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { unprivilegedUser } from '../unprivileged-user.ts';

const AS_NOBODY = join(import.meta.dirname, 'chromium-as-nobody.sh');
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

export interface BrowserOptions {
  readonly chromiumPath: string;
  /** `off`: without the browser's own sandbox, where the kernel does not support it. */
  readonly sandbox: 'on' | 'off';
  /** Named in the properties of each PDF as its creator, in place of the browser. */
  readonly creator?: string;
}

export function isBrowserInstalled({ chromiumPath }: BrowserOptions): boolean {
  return existsSync(chromiumPath);
}

/** Starts the system's browser as an unprivileged user, with its sandbox unless it is turned off. */
export async function startBrowser({ chromiumPath, sandbox, creator }: BrowserOptions): Promise<Browser> {
  // Loaded at the first print: it takes 80 MB, which a process that only answers requests never needs.
  const { chromium } = await import('playwright-core');
  const user = unprivilegedUser('printer');
  const ids = user && { PRINTER_UID: String(user.uid), PRINTER_GID: String(user.gid) };
  return chromium.launch({
    executablePath: user ? AS_NOBODY : chromiumPath,
    chromiumSandbox: sandbox === 'on',
    args: creator === undefined ? ARGUMENTS : [...ARGUMENTS, `--user-agent=${creator}`],
    timeout: START_DEADLINE_MS,
    // Does not pass on our own environment, because it contains secrets.
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      CHROMIUM: chromiumPath,
      ...ids,
    },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
