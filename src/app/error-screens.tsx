import { HelpAddress } from '#shell/help-address.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { FullScreenLoading } from '#ui/full-screen-loading.tsx';

/** The error screen of a group of routes. React tells the console what went wrong, nobody tells the applicant. */
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

/** For a service user whose link the server does not take; nothing here can mend it. */
export function DeadLinkScreen() {
  usePageTitle('Link not valid');
  return <ErrorScreen title="This link is not valid or has expired.">Please ask for a new one.</ErrorScreen>;
}

export function LoadingScreen() {
  return <FullScreenLoading />;
}
