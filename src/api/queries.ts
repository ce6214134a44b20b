import {
  hashKey,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryState,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { getAddAnother } from '#contract/add-another.ts';
import { getConversion } from '#contract/conversion.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import { getDocumentAnswers } from '#contract/document-answer.ts';
import { getProfile } from '#contract/profile.ts';
import { getTabs } from '#contract/tabs.ts';
import { call, exchange, type Input } from './request.ts';
import { deviceKeyIn, namesPlaces, placeIn, versionIn, withPlaces } from './account-headers.ts';
import type { ChosenTabs, Counts, DocumentAnswers } from './server-state.ts';

export const queryKeys = {
  addAnother: ['add-another'],
  tabs: ['tabs'],
  documentAnswers: ['document-answer'],
  conversions: ['doc-conversion'],
  conversion: (answerKey: string) => ['doc-conversion', answerKey],
  /** Whether the server has named the places of documents. */
  namesPlaces: ['names-places'],
  number: ['number'],
  pdfs: ['pdf'],
  pdf: (asker: string) => ['pdf', asker],
} as const;

/** What the form needs from the server besides the answers. */
export const lists = [queryKeys.addAnother, queryKeys.tabs, queryKeys.documentAnswers] as const;
/** What is loaded again when the error of a tab is reset (specification §7). */
export const ofTabs = [queryKeys.tabs, queryKeys.documentAnswers, queryKeys.conversions] as const;

/**
 * Makes a query client with the defaults of specification §7. It can read each list, so a key is enough to fetch one.
 *
 * @param onError called with the error of every failed query, even if its caller also shows it
 * @param owner returns whose data is loaded; it is part of each key, so that nobody sees the data of another
 */
export function makeQueryClient(
  onError: (error: unknown) => void,
  owner: () => string,
  unsent: () => { readonly counts: Counts; readonly chosenTabs: ChosenTabs },
): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        queryKeyHashFn: (key) => hashKey([owner(), ...key]),
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        throwOnError: true,
        networkMode: 'always',
      },
    },
  });
  // None of them uses the signal: a page that is left must not cancel a request that another one waits for.
  client.setQueryDefaults(queryKeys.addAnother, {
    queryFn: () =>
      readUnder(
        () => unsent().counts,
        () => call(getAddAnother, {}),
      ),
  });
  client.setQueryDefaults(queryKeys.tabs, {
    queryFn: () =>
      readUnder(
        () => unsent().chosenTabs,
        () => call(getTabs, {}),
      ),
  });
  // The page is complete without it.
  client.setQueryDefaults(queryKeys.number, { queryFn: () => readNumber().catch(() => null) });
  client.setQueryDefaults(queryKeys.documentAnswers, { queryFn: () => listDocuments(client, {}) });
  client.setQueryDefaults(queryKeys.conversions, {
    async queryFn({ queryKey: [, key] }) {
      const { body, headers } = await exchange(getConversion, { params: { key: String(key) } });
      const hasPlaces = client.getQueryData(queryKeys.namesPlaces) === true;
      return { ...body, place: hasPlaces ? placeIn(headers) : undefined };
    },
  });
  return client;
}

/** Reads from the server, and replaces values by those that were unsent when the request began. */
export async function readUnder<Value>(
  unsent: () => Readonly<Record<string, Value>>,
  read: () => Promise<Readonly<Record<string, Value>>>,
): Promise<Readonly<Record<string, Value>>> {
  const before = unsent();
  const known = await read();
  return { ...known, ...before, ...unsent() };
}

/** The profile, with the entry term that was submitted in time, if the server sends it. */
export type Profile = ResponseOf<typeof getProfile> & { readonly kept_term?: string | undefined };

/** Reads the profile from the server. It shares no earlier request, because a save merges with the present state. */
export async function readProfile(input: Input<typeof getProfile>) {
  const { body, headers } = await exchange(getProfile, input);
  const profile: Profile = { ...body, kept_term: headers.get('kept-entry-term') ?? undefined };
  return { profile, version: versionIn(headers), deviceKey: deviceKeyIn(headers) };
}

/** Reads the application's number for people; null from a server that has none. */
async function readNumber(): Promise<string | null> {
  return (await exchange(getProfile, {})).headers.get('application-number');
}

/** Loads queries again, also those that have failed and those that no part of the page shows now. */
export function reload(client: QueryClient, ...queries: readonly QueryKey[]): void {
  for (const queryKey of queries) void client.refetchQueries({ queryKey });
}

async function listDocuments(
  client: QueryClient,
  input: Input<typeof getDocumentAnswers>,
): Promise<DocumentAnswers> {
  const { body, headers } = await exchange(getDocumentAnswers, input);
  client.setQueryData(queryKeys.namesPlaces, namesPlaces(headers));
  return withPlaces(body, headers);
}

/** Reads the list of documents from the server, for decisions that must not use an old one. */
export async function readDocuments(client: QueryClient, signal: AbortSignal): Promise<DocumentAnswers> {
  const documents = await listDocuments(client, { signal });
  client.setQueryData(queryKeys.documentAnswers, documents);
  return documents;
}

/** The state of a question's conversion, and its place. */
export type HeardConversion = ResponseOf<typeof getConversion> & { readonly place?: string | undefined };

export function readConversion(client: QueryClient, key: string): Promise<HeardConversion> {
  return client.fetchQuery({ queryKey: queryKeys.conversion(key), staleTime: 0 });
}

/** Reloads the list of documents. Resolves to whether that succeeded. */
export async function refreshDocuments(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: queryKeys.documentAnswers });
  return client.getQueryState(queryKeys.documentAnswers)?.status !== 'error';
}

/** Reloads the list of documents if it differs from this one, which the server sent with another response. */
export async function compareDocuments(client: QueryClient, documents: DocumentAnswers): Promise<void> {
  const known = client.getQueryData<DocumentAnswers>(queryKeys.documentAnswers);
  if (known === undefined) return;
  const withoutPlaces = Object.entries(known).map(([key, { place: _, ...document }]) => [key, document]);
  if (hashKey([Object.fromEntries(withoutPlaces)]) !== hashKey([documents])) await refreshDocuments(client);
}

/** Returns a query's value from the cache, without fetching it and without throwing its error. */
export function useQueryState<Data>(queryKey: QueryKey): QueryState<Data> | undefined {
  const client = useQueryClient();
  const subscribe = useCallback(
    // The cache also reports changes while React renders.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  );
  return useSyncExternalStore(subscribe, () => client.getQueryState<Data>(queryKey));
}
