import type { Device } from '#device/device.ts';
import { watched } from '#device/watched.ts';

const DISMISSED = 'install/dismissed';

/** The browser's own install prompt, kept until the applicant asks for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** How the form can be installed here: by the browser's prompt, by two taps that we describe, or not at all. */
export type InstallWay = 'prompt' | 'ios' | 'none';
export type InstallOffer = ReturnType<typeof makeInstallOffer>;

/** Decides whether to invite to install, and how. After "Not now", it never asks again on this device. */
export function makeInstallOffer(device: Device) {
  const way = watched<InstallWay>('none');
  let prompt: InstallPrompt | undefined;

  async function offer(how: InstallWay): Promise<void> {
    const found = await device.read([DISMISSED]);
    // Without storage, an installed form would keep nothing, and we could not store a "Not now".
    const canKeep = typeof found !== 'string';
    if (canKeep && found.size === 0 && !isInstalled()) way.set(how);
  }
  return {
    way,

    start(): void {
      addEventListener('beforeinstallprompt', (event) => {
        if (!isInstallPrompt(event)) return;
        // We invite once there are answers to lose, not when the browser chooses to.
        event.preventDefault();
        prompt = event;
        void offer('prompt');
      });
      addEventListener('appinstalled', () => way.set('none'));
      // Safari on a phone or tablet. Only Safari has `navigator.standalone`, and it has no install prompt.
      if ('standalone' in navigator && navigator.maxTouchPoints > 1) void offer('ios');
    },

    async install(): Promise<void> {
      way.set('none');
      await prompt?.prompt();
    },

    async dismiss(): Promise<void> {
      way.set('none');
      await device.write(new Map([[DISMISSED, { stamp: '', value: true }]]));
    },
  };
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
}
