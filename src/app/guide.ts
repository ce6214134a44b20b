import type { NavigateFunction } from 'react-router-dom';
import { paths } from '#shell/paths.ts';

/** Navigates from outside of React. If the router is not mounted yet, `goToLogin` waits for it. */
export class Guide {
  readonly #saveEverything: () => Promise<unknown>;
  #navigate: NavigateFunction | undefined;
  #waiting: (() => void) | undefined;

  constructor(saveEverything: () => Promise<unknown>) {
    this.#saveEverything = saveEverything;
  }

  readonly follow = (navigate: NavigateFunction): void => {
    this.#navigate = navigate;
    this.#waiting?.();
    this.#waiting = undefined;
  };

  goToLogin(error: string | undefined): void {
    const go = () => void this.#navigate?.(paths.login, { state: { error } });
    if (this.#navigate === undefined) this.#waiting = go;
    else go();
  }

  reload(): void {
    void this.#saveEverything().then(() => location.reload());
  }
}
