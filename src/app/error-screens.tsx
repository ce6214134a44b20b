import { HelpAddress } from '#shell/help-address.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { FullScreenLoading } from '#ui/full-screen-loading.tsx';

/** The error screen of a group of routes. React logs the error to the console; the applicant sees no details. */
export function GroupErrorScreen() {
  usePageTitle('Something went wrong');
  const isServiceUser = new URLSearchParams(location.search).has('service_token');
  return (
    <ErrorScreen
      title="Something went wrong."
      actions={
        isServiceUser ? undefined : (
          <>
            <Button onPress={() => location.reload()}>Try again</Button>
            <p>
              Questions? <HelpAddress />
            </p>
          </>
        )
      }
    >
      The issue that caused you to see this has been logged. We will get it fixed as soon as possible.
    </ErrorScreen>
  );
}

/** For a service user whose link the server refuses. Trying again would not help. */
export function DeadLinkScreen() {
  usePageTitle('Link not valid');
  return (
    <ErrorScreen
      title="This link is not valid or has expired."
      actions={
        <p>
          Questions? <HelpAddress />
        </p>
      }
    >
      Please ask for a new one.
    </ErrorScreen>
  );
}

export function LoadingScreen() {
  return <FullScreenLoading />;
}
