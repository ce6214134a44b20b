import type { Device } from '#device/device.ts';

const DISMISSED = 'install/dismissed';

/** The browser's own install prompt, kept until the applicant asks for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** How the form can be installed here: by the browser's prompt, by two taps that we describe, or not at all. */
export type InstallWay = 'prompt' | 'ios' | 'none';

/** Decides whether to invite to install, and how. After "Not now", it never asks again on this device. */
export class InstallOffer {
  readonly #device: Device;
  readonly #listeners = new Set<() => void>();
  #prompt: InstallPrompt | undefined;
  #way: InstallWay = 'none';

  constructor(device: Device) {
    this.#device = device;
  }

  readonly way = (): InstallWay => this.#way;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Listens for the browser's install prompt, which may come at any time.
   *
   * @param opened resolves once the storage is open, where an earlier "Not now" is kept
   */
  start(opened: Promise<void>): void {
    addEventListener('beforeinstallprompt', (event) => {
      if (!isInstallPrompt(event)) return;
      // We invite once there are answers to lose, not when the browser chooses to.
      event.preventDefault();
      this.#prompt = event;
      void opened.then(() => this.#offer('prompt'));
    });
    addEventListener('appinstalled', () => this.#set('none'));
    if (isIosBrowser()) void opened.then(() => this.#offer('ios'));
  }

  async install(): Promise<void> {
    const prompt = this.#prompt;
    this.#prompt = undefined;
    this.#set('none');
    await prompt?.prompt();
  }

  async dismiss(): Promise<void> {
    this.#set('none');
    await this.#device.write(new Map([[DISMISSED, { stamp: '', value: true }]]));
  }

  async #offer(way: InstallWay): Promise<void> {
    const found = await this.#device.read([DISMISSED]);
    // Without storage, an installed form would keep nothing, and we could not remember a "Not now".
    const canKeep = typeof found !== 'string';
    if (canKeep && found.size === 0 && !isInstalled()) this.#set(way);
  }

  #set(way: InstallWay): void {
    this.#way = way;
    for (const listener of this.#listeners) listener();
  }
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
}

/** Safari on a phone or tablet. Only Safari has `navigator.standalone`, and it has no install prompt. */
function isIosBrowser(): boolean {
  return 'standalone' in navigator && navigator.maxTouchPoints > 1;
}
