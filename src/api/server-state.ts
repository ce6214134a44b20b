import { createContext } from 'react';
import { useProvided } from '#provided.ts';
import type { ListedDocument } from './account-headers.ts';

/** Components per add-another button. */
export type Counts = Readonly<Record<string, number>>;
export type ChosenTabs = Readonly<Record<string, string>>;
export type DocumentAnswers = Readonly<Record<string, ListedDocument>>;

/** State that the server owns besides the answers. For a visitor without an account, all but the tabs is empty. */
export interface ServerState {
  /** `undefined` until the server answers. */
  readonly counts: Counts | undefined;
  readonly chosenTabs: ChosenTabs;
  readonly documents: DocumentAnswers;
  /** These two show a choice at once; `application/` sends it. */
  readonly showCount: (buttonId: string, count: number) => void;
  readonly showTab: (tabId: string, tab: string) => void;
}

const ServerStateContext = createContext<ServerState | undefined>(undefined);
export const ServerStateProvider = ServerStateContext.Provider;

export function useServerState(): ServerState {
  return useProvided(ServerStateContext);
}
