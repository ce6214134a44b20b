import { useQuery, type QueryClient } from '@tanstack/react-query';
import { getDocumentAnswers } from '#contract/document-answer.ts';
import { queryKeys } from './query-keys.ts';
import { call } from './request.ts';
import type { DocumentAnswers } from './server-state.ts';

const NONE: DocumentAnswers = {};

/** The applicant's documents by answer key; empty until the server answered, and once nobody is logged in any more. */
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
 * Has the list of documents asked for anew.
 *
 * @returns whether it could be had
 */
export async function refreshDocuments(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: queryKeys.documentAnswers });
  return client.getQueryState(queryKeys.documentAnswers)?.status !== 'error';
}
