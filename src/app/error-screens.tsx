import { Component, type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { NetworkError, NO_NETWORK } from '#api/errors.ts';
import { HelpAddress } from '#shell/help-address.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { FullScreenLoading } from '#ui/full-screen-loading.tsx';
import { useClient, useIsForService } from './client-context.ts';
import { FootNotices } from './foot-notices.tsx';
import { reportCaught } from './unforeseen.ts';

/**
 * The error screen of a group of routes. React logs the error to the console; the applicant sees no details, but is told
 * if it was only the network.
 */
function GroupErrorScreen({ error }: { readonly error: unknown }) {
  const { updates } = useClient();
  const isOffline = error instanceof NetworkError;
  const title = isOffline ? 'No connection.' : 'Something went wrong.';
  usePageTitle(title.slice(0, -1));
  const isForService = useIsForService();
  useEffect(() => {
    // Nothing to press here: the page loads by itself once there is a network.
    const loadAgain = () => void updates.loadAgain();
    if (isForService) addEventListener('online', loadAgain);
    return () => removeEventListener('online', loadAgain);
  }, [isForService, updates]);
  return (
    <>
      <ErrorScreen
        title={title}
        actions={
          isForService ? undefined : (
            <>
              <Button onPress={() => void updates.loadAgain()}>Try again</Button>
              <p>
                Questions? <HelpAddress />
              </p>
            </>
          )
        }
      >
        {isOffline
          ? NO_NETWORK
          : 'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.'}
      </ErrorScreen>
      <FootNotices />
    </>
  );
}

/** For a service user whose link the server refuses. Trying again would not help. */
export function DeadLinkScreen() {
  usePageTitle('Link not valid');
  return <ErrorScreen title="This link is not valid or has expired.">Please ask for a new one.</ErrorScreen>;
}

export function LoadingScreen() {
  // A screen that does not come is told about here, if no other screen could stay.
  return (
    <>
      <FullScreenLoading />
      <FootNotices />
    </>
  );
}

/** A group of screens: its layout, or its error screen. */
export function Group({ layout }: { readonly layout: ReactNode }) {
  const { pathname } = useLocation();
  return <GroupBoundary pathname={pathname}>{layout}</GroupBoundary>;
}

interface BoundaryProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error?: unknown;
  readonly hasFailed: boolean;
  readonly pathname: string;
}

/** Shows the error screen until the applicant goes to another page. */
class GroupBoundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { hasFailed: false, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, hasFailed: true };
  }

  static getDerivedStateFromProps({ pathname }: BoundaryProps, state: BoundaryState): BoundaryState {
    return state.pathname === pathname ? state : { hasFailed: false, pathname };
  }

  override componentDidCatch(error: unknown): void {
    reportCaught(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <GroupErrorScreen error={this.state.error} /> : this.props.children;
  }
}
