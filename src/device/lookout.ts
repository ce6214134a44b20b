import type { Clock } from './clock.ts';
import type { Device } from './device.ts';

/** How often a visible tab checks for writes of other tabs, in case a message was lost. */
const LOOK_EVERY_MS = 2000;

/** Looks at the device's pulse, which every write raises, to notice writes of other tabs. */
export class Lookout {
  readonly #device: Device;
  readonly #clock: Clock;
  /** Called when others have written; `isCleared` if the browser has cleared the storage. */
  readonly #onChange: (isCleared: boolean) => Promise<unknown>;
  #pulse: number | undefined;
  #stop: (() => void) | undefined;

  constructor(device: Device, clock: Clock, onChange: (isCleared: boolean) => Promise<unknown>) {
    this.#device = device;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  start(): void {
    this.#stop ??= this.#clock.every(LOOK_EVERY_MS, () => void this.#look());
  }

  stop(): void {
    this.#stop?.();
  }

  /** Call after a write of this tab. If no other tab wrote meanwhile, the next look finds nothing new. */
  noteWrite(pulse: number | undefined): void {
    if (this.#pulse !== undefined && pulse === this.#pulse + 1) this.#pulse = pulse;
  }

  async #look(): Promise<void> {
    if ('document' in globalThis && document.visibilityState === 'hidden') return;
    const pulse = await this.#device.pulse();
    if (pulse === this.#pulse) return;
    const isCleared = pulse === undefined && this.#device.getStatus().kind === 'kept';
    this.#pulse = pulse;
    await this.#onChange(isCleared);
  }
}
