import { Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActsProvider, ApplicationProvider, useApplication } from '#application/hooks.ts';
import type { Departure } from '#application/model.ts';
import { SESSION_INVALID } from '#contract/sentences.ts';
import { paths } from '#shell/paths.ts';
import { ClientProvider } from './client-context.ts';
import type { Client } from './client.ts';
import { LoadingScreen } from './error-screens.tsx';
import { AppRoutes } from './routes.tsx';

export function App({ client }: { readonly client: Client }) {
  return (
    <ClientProvider value={client}>
      <ApplicationProvider value={client.application}>
        <ActsProvider value={client.acts}>
          <Suspense fallback={<LoadingScreen />}>
            <AppRoutes />
          </Suspense>
          <WayToLogin />
        </ActsProvider>
      </ApplicationProvider>
    </ClientProvider>
  );
}

/** What the login says to somebody who has just been logged out (specification §4 and §8). */
const SENTENCES: Readonly<Record<Departure, string>> = {
  idle: 'You have been automatically logged out due to inactivity.',
  chosen: SESSION_INVALID,
  expired: SESSION_INVALID,
};

/** Leads somebody who has just been logged out to the login, once. They may continue from there. */
function WayToLogin() {
  const { state, subscribe } = useApplication();
  // Only a logout renders this component. A page that has just found out who is here is still rendering, and each
  // other change would restart that, without end.
  const departedNow = () => (state.who.is === 'departed' ? state.who : undefined);
  const departed = useSyncExternalStore(subscribe, departedNow, departedNow);
  const navigate = useNavigate();
  const goToLogin = useEffectEvent((how: Departure) =>
    navigate(paths.login, { state: { error: SENTENCES[how] } }),
  );
  useEffect(() => {
    if (departed !== undefined) void goToLogin(departed.how);
  }, [departed]);
  return null;
}
