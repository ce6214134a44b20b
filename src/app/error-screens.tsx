import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { NetworkError, NO_NETWORK } from '#api/errors.ts';
import { pages } from '#form/form.ts';
import { keepTrying } from '#retry.ts';
import { HelpAddress } from '#shell/help-address.tsx';
import { pageTitle, usePageTitle } from '#shell/use-page-title.ts';
import { Button } from '#ui/button.tsx';
import { AlertIcon } from '#ui/icons.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useClient, useIsForService } from './client-context.ts';
import { FootNotices } from './foot-notices.tsx';
import { report } from './unforeseen.ts';
import './error-screens.css';

interface ErrorScreenProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons or links for what the applicant can do now. */
  readonly actions?: ReactNode;
}

function ErrorScreen({ title, children, actions }: ErrorScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="error-screen">
      <div className="error-screen-card">
        <AlertIcon size={2} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{children}</p>
        {actions !== undefined && <div className="error-screen-actions">{actions}</div>}
      </div>
    </main>
  );
}

/** React logs the error to the console; the applicant sees no details, but is told if it was only the network. */
function GroupErrorScreen({ error }: { readonly error: unknown }) {
  const { updates } = useClient();
  const isOffline = error instanceof NetworkError;
  const title = isOffline ? 'No connection.' : 'Something went wrong.';
  usePageTitle(title.slice(0, -1));
  const isForService = useIsForService();
  // A service user has no button. We keep trying, because not every browser reports that it is online again.
  const isTriedAgain = isForService && isOffline;
  useEffect(() => (isTriedAgain ? keepTrying(updates.loadIfServed) : undefined), [isTriedAgain, updates]);
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

export function FullScreenLoading() {
  return (
    <main className="full-screen">
      <div role="status">
        <Spinner size="large" />
        <h1 className="ui-hidden">Loading</h1>
      </div>
    </main>
  );
}

export function LoadingScreen() {
  const { pathname } = useLocation();
  // Otherwise the page that is left would keep its title, such as "Log In".
  useLayoutEffect(() => {
    const page = pages.find(({ path }) => path === pathname);
    document.title = pageTitle(page === undefined ? 'Loading' : `Loading ${page.title}`);
  }, [pathname]);
  // If the first screen of a visit does not load, these notices say so.
  return (
    <>
      <FullScreenLoading />
      <FootNotices />
    </>
  );
}

/** A group of screens: its layout, or its error screen until the applicant goes to another page. */
export function Group({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKeys={[pathname]} FallbackComponent={GroupErrorScreen} onError={tellOperator}>
      {children}
    </ErrorBoundary>
  );
}

/** A missing network is not reported. */
function tellOperator(error: unknown): void {
  if (!(error instanceof NetworkError)) report('boundary');
}
