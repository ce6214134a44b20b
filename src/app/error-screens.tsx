import { useRouteError } from 'react-router-dom';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { FullScreenLoading } from '#ui/full-screen-loading.tsx';

/** The error screen of a group of routes. What went wrong is told to the console, not to the applicant. */
export function GroupErrorScreen() {
  const error = useRouteError();
  console.error(error);
  const isServiceUser = new URLSearchParams(location.search).has('service_token');
  return (
    <ErrorScreen
      title="Something went wrong."
      actions={isServiceUser ? undefined : <Button onPress={() => location.reload()}>Try again</Button>}
    >
      The issue that caused you to see this has been logged. We will get it fixed as soon as possible.
    </ErrorScreen>
  );
}

export function LoadingScreen() {
  return <FullScreenLoading />;
}
