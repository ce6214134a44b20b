import type { ChosenTabs } from './server-state.ts';

/** The tabs that a visitor without an account has chosen, kept while the page is open. */
export class VisitorTabs {
  #chosen: ChosenTabs = {};
  readonly #listeners = new Set<() => void>();

  readonly getChosen = (): ChosenTabs => this.#chosen;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly choose = (tabId: string, tab: string): void => this.#set({ ...this.#chosen, [tabId]: tab });

  forget(): void {
    this.#set({});
  }

  #set(chosen: ChosenTabs): void {
    this.#chosen = chosen;
    for (const listener of this.#listeners) listener();
  }
}
