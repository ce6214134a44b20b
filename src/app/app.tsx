import { Suspense, useLayoutEffect } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { ActsProvider, ApplicationProvider } from '#application/hooks.ts';
import { ClientProvider } from './client-context.ts';
import type { Client } from './client-types.ts';
import { LoadingScreen } from './error-screens.tsx';
import { AppRoutes } from './routes.tsx';

/** The whole client, inside a router. */
export function App({
  client,
  onNavigate,
}: {
  readonly client: Client;
  /** Receives the router's navigate function once the router is mounted. */
  readonly onNavigate?: (navigate: NavigateFunction) => void;
}) {
  const navigate = useNavigate();
  useLayoutEffect(() => onNavigate?.(navigate), [navigate, onNavigate]);
  return (
    <ClientProvider value={client}>
      <ApplicationProvider value={client.application}>
        <ActsProvider value={client.acts}>
          <Suspense fallback={<LoadingScreen />}>
            <AppRoutes />
          </Suspense>
        </ActsProvider>
      </ApplicationProvider>
    </ClientProvider>
  );
}
