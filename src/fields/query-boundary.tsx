import {
  type QueryKey,
  useQuery,
  useQueryClient,
  useQueryErrorResetBoundary,
  type UseQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useApplication } from '#application/hooks.ts';
import { isOffline } from '#application/account/select.ts';
import { NetworkError, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { reload, useQueryState } from '#api/queries.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useKeptFocus } from '#ui/use-kept-focus.ts';
import { useFormState } from './form-context.tsx';

interface QueryBoundaryProps {
  readonly queryKey: QueryKey;
  readonly heading: string;
  /** The id of the element that gets the focus if the notice has it when it disappears. */
  readonly focusId: string;
  /** Called when the applicant tries again, instead of fetching only this query. */
  readonly onAskAgain?: () => void;
  /** The part of the page that needs the query. It throws the query's error, as `useFed` does. */
  readonly children: ReactNode;
}

/**
 * The error boundary of a part of the page that needs a query (specification §7). While the query fails, a notice
 * replaces the part, until the applicant or the page has fetched the query again. The notice stays during a retry, so
 * that the pressed button keeps the focus.
 */
export function QueryBoundary({ queryKey, heading, focusId, onAskAgain, children }: QueryBoundaryProps) {
  const client = useQueryClient();
  const { reset } = useQueryErrorResetBoundary();
  const query = useQueryState(queryKey);
  const loadedAt = query?.dataUpdatedAt ?? 0;
  const keptFocus = useKeptFocus(String(loadedAt), focusId);
  const again = (
    <Button
      variant="secondary"
      size="small"
      isPending={query?.fetchStatus === 'fetching'}
      onPress={onAskAgain ?? (() => reload(client, queryKey))}
    >
      Try again
    </Button>
  );
  return (
    <ErrorBoundary
      resetKeys={[loadedAt]}
      onReset={reset}
      fallbackRender={({ error }) => (
        <div {...keptFocus}>
          <Notice tone="error" heading={heading} headingLevel={3} actions={again}>
            {/* Made anew by each failure, so that screen readers say it again. */}
            <p key={query?.errorUpdateCount}>{sentenceFor(query?.error ?? error)}</p>
          </Notice>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** A part that appears later does not fetch a failed list again. */
const asks = { retryOnMount: false };

/** Reads a list for a part of the page. Throws a failure that the applicant should see. */
export function useFed<Data>(queryKey: QueryKey): UseQueryResult<Data> {
  const { isLoggedIn } = useFormState();
  const isTold = useIsTold();
  return useQuery<Data>({
    ...asks,
    queryKey,
    enabled: isLoggedIn,
    throwOnError: (error, { state: { data } }) => isTold(error, data !== undefined),
  });
}

/** For a part that has to stay while its query fails: the message, until the query has succeeded. */
export function useFailure(
  queryKey: QueryKey,
): { readonly sentence: string; readonly askAgain: () => void } | undefined {
  const client = useQueryClient();
  const { isLoggedIn } = useFormState();
  const isTold = useIsTold();
  const { error, data, isSuccess } = useQuery({
    ...asks,
    queryKey,
    enabled: isLoggedIn,
    throwOnError: false,
  });
  const [told, setTold] = useState<unknown>(null);
  // A query without data has no error during a retry.
  const failure = error !== null && (told !== null || isTold(error, data !== undefined)) ? error : told;
  const next = isSuccess ? null : failure;
  if (next !== told) setTold(next);
  if (next === null) return undefined;
  return { sentence: sentenceFor(next), askAgain: () => reload(client, queryKey) };
}

/**
 * Returns whether the applicant should see an error. The end of a session leads to the login, which says so. Offline,
 * known values suffice: the save status says "Offline", and the page fetches them again later.
 */
function useIsTold(): (error: unknown, isKnown: boolean) => boolean {
  const { state } = useApplication();
  return (error, isKnown) => {
    if (error instanceof UnauthorizedError) return false;
    return !(error instanceof NetworkError) || !(isKnown || isOffline(state));
  };
}
