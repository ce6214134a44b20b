import { hashKey, useQuery, type QueryClient } from '@tanstack/react-query';
import { getDocumentAnswers } from '#contract/document-answer.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';
import type { DocumentAnswers } from './server-state.ts';

const NONE: DocumentAnswers = {};

/** Returns the documents by answer key; empty until the server answers, and while nobody is logged in. */
export function useDocumentAnswers(isLoggedIn: boolean): DocumentAnswers {
  const { data } = useQuery({
    queryKey: queryKeys.documentAnswers,
    queryFn: ({ signal }) => call(getDocumentAnswers, { signal }),
    enabled: isLoggedIn,
    throwOnError: false,
  });
  return data ?? NONE;
}

/** Reads the list of documents from the server, for what must not rest on an old one. */
export async function readDocuments(client: QueryClient, signal: AbortSignal): Promise<DocumentAnswers> {
  const documents = await call(getDocumentAnswers, { signal });
  client.setQueryData(queryKeys.documentAnswers, documents);
  return documents;
}

/** Reloads the list of documents if it differs from this one, which the server has sent with something else. */
export async function compareDocuments(client: QueryClient, documents: DocumentAnswers): Promise<void> {
  const known = client.getQueryData<DocumentAnswers>(queryKeys.documentAnswers);
  if (known !== undefined && hashKey([known]) !== hashKey([documents])) await refreshDocuments(client);
}

/**
 * Reloads the list of documents.
 *
 * @returns whether that succeeded
 */
export async function refreshDocuments(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: queryKeys.documentAnswers });
  return client.getQueryState(queryKeys.documentAnswers)?.status !== 'error';
}
