import { useQuery, type QueryClient } from '@tanstack/react-query';
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

/**
 * Reloads the list of documents.
 *
 * @returns whether that succeeded
 */
export async function refreshDocuments(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: queryKeys.documentAnswers });
  return client.getQueryState(queryKeys.documentAnswers)?.status !== 'error';
}
