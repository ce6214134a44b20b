import { Component, type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { NetworkError, NO_NETWORK } from '#api/errors.ts';
import { HelpAddress } from '#shell/help-address.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { FullScreenLoading } from './full-screen-loading.tsx';
import { useClient, useIsForService } from './client-context.ts';
import { FootNotices } from './foot-notices.tsx';
import { report } from './unforeseen.ts';

/** React logs the error to the console; the applicant sees no details, but is told if it was only the network. */
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
  const actions = (
    <>
      <Button onPress={() => void updates.loadAgain()}>Try again</Button>
      <p>
        Questions? <HelpAddress />
      </p>
    </>
  );
  return (
    <>
      <ErrorScreen title={title} actions={isForService ? undefined : actions}>
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
  return <GroupBoundary pathname={useLocation().pathname}>{layout}</GroupBoundary>;
}

interface BoundaryProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
  readonly pathname: string;
}

/** Shows the error screen until the applicant goes to another page. */
class GroupBoundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { failure: undefined, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ pathname }: BoundaryProps, state: BoundaryState): BoundaryState {
    return state.pathname === pathname ? state : { failure: undefined, pathname };
  }

  override componentDidCatch(error: unknown): void {
    // Of a missing network nobody else need know.
    if (!(error instanceof NetworkError)) report('boundary');
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <GroupErrorScreen error={failure.error} />;
  }
}
