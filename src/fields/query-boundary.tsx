import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import { isOffline } from '#application/select.ts';
import { NetworkError, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { reload, useQueryState } from '#api/queries.ts';
import { Button } from '#ui/button.tsx';
import { Catch } from '#ui/catch.tsx';
import { Notice } from '#ui/notice.tsx';
import { useKeptFocus } from '#ui/use-kept-focus.ts';
import { useFormState } from './form-context.tsx';

/** A query that has failed, for the part of the page that it feeds. */
export interface Failure {
  /** What the applicant reads about it. */
  readonly sentence: string;
  /** Failures so far. */
  readonly times: number;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

interface QueryBoundaryProps {
  readonly queryKey: QueryKey;
  /** Reads the query and throws its error. Gone while the query fails. */
  readonly reader?: ReactNode;
  /** Whether to say that the network is missing, which the save status says already. */
  readonly saysOffline?: boolean;
  /** Called when the applicant asks again, in place of asking for this query alone. */
  readonly onAskAgain?: () => void;
  /** Renders the part that the query feeds, as usual or as failed. It stays mounted. */
  readonly children: (failure: Failure | undefined) => ReactNode;
}

/**
 * The error boundary of a part of the page that a query feeds (specification §7). The part is back once the query has
 * succeeded, asked again by the applicant or by the page.
 */
export function QueryBoundary({
  queryKey,
  reader = <Reader queryKey={queryKey} />,
  saysOffline = false,
  onAskAgain,
  children,
}: QueryBoundaryProps) {
  const client = useQueryClient();
  const { state } = useApplication();
  const query = useQueryState(queryKey);
  const loadedAt = query?.dataUpdatedAt ?? 0;
  const [caught, setCaught] = useState<Caught>();
  const hasFailed = caught?.loadedAt === loadedAt;

  function note(error: unknown) {
    // Once the applicant has been told, the notice stays until the query succeeds.
    const wasTold = hasFailed && caught.isTold;
    const isTold = wasTold || isWorthTelling(error, saysOffline, loadedAt > 0 || isOffline(state));
    setCaught({ error, loadedAt, isTold });
  }

  // The reader is gone, but the page or the applicant asks again.
  const latest = query?.error ?? caught?.error;
  if (hasFailed && latest !== caught.error) note(latest);
  const failure: Failure | undefined =
    hasFailed && caught.isTold
      ? {
          sentence: sentenceFor(caught.error),
          times: query?.errorUpdateCount ?? 0,
          isAsking: query?.fetchStatus === 'fetching',
          askAgain: onAskAgain ?? (() => reload(client, queryKey)),
        }
      : undefined;
  return (
    <>
      {!hasFailed && <Catch onError={note}>{reader}</Catch>}
      {children(failure)}
    </>
  );
}

interface Caught {
  readonly error: unknown;
  /** When the query had last succeeded. */
  readonly loadedAt: number;
  readonly isTold: boolean;
}

/**
 * Whether the applicant is told of an error. The end of a session leads to the login, which says so. Without a network,
 * what is known will do: the save status says "Offline", and the page asks again after that.
 */
function isWorthTelling(error: unknown, saysOffline: boolean, isKnown: boolean): boolean {
  if (error instanceof UnauthorizedError) return false;
  return !(error instanceof NetworkError) || saysOffline || !isKnown;
}

function Reader({ queryKey }: { readonly queryKey: QueryKey }) {
  const { isLoggedIn } = useFormState();
  useQuery({ queryKey, enabled: isLoggedIn });
  return null;
}

interface PartProps extends Omit<QueryBoundaryProps, 'children'> {
  readonly heading: string;
  /** The id of the element that gets the focus when the notice goes while it has the focus. */
  readonly focusId: string;
  readonly children?: ReactNode;
}

/** A part of the page that a query feeds; while the query fails, a notice in its place. */
export function PartOrNotice({ heading, focusId, children, ...boundary }: PartProps) {
  return (
    <QueryBoundary {...boundary}>
      {(failure) => (
        <>
          <FailureNotice heading={heading} focusId={focusId} failure={failure} />
          {failure === undefined && children}
        </>
      )}
    </QueryBoundary>
  );
}

/** Stays while the applicant asks again, so that the pressed button keeps the focus. */
function FailureNotice({
  heading,
  focusId,
  failure,
}: Pick<PartProps, 'heading' | 'focusId'> & { readonly failure: Failure | undefined }) {
  const keptFocus = useKeptFocus(failure === undefined ? 'loaded' : 'failed', focusId);
  if (failure === undefined) return null;
  const { sentence, times, isAsking, askAgain } = failure;
  return (
    <div {...keptFocus}>
      <Notice
        tone="error"
        heading={heading}
        headingLevel={3}
        actions={
          <Button variant="secondary" size="small" isPending={isAsking} onPress={askAgain}>
            Try again
          </Button>
        }
      >
        {/* Made anew by each failure, so that screen readers say it again. */}
        <p key={times}>{sentence}</p>
      </Notice>
    </div>
  );
}
