import { Suspense, useLayoutEffect } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { AnswersProvider } from '#answers/answers-context.tsx';
import { SessionProvider } from '#session/use-session.ts';
import { ApplicationProvider } from './application-context.ts';
import type { Application } from './application-types.ts';
import { LoadingScreen } from './error-screens.tsx';
import { AppRoutes } from './routes.tsx';

/** The whole client, inside a router. */
export function App({
  application,
  onNavigate,
}: {
  readonly application: Application;
  /** Receives the router's navigate function once the router is mounted. */
  readonly onNavigate?: (navigate: NavigateFunction) => void;
}) {
  const navigate = useNavigate();
  useLayoutEffect(() => onNavigate?.(navigate), [navigate, onNavigate]);
  return (
    <ApplicationProvider value={application}>
      <SessionProvider value={application}>
        <AnswersProvider value={application.answers}>
          <Suspense fallback={<LoadingScreen />}>
            <AppRoutes />
          </Suspense>
        </AnswersProvider>
      </SessionProvider>
    </ApplicationProvider>
  );
}
