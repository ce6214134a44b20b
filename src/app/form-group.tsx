import {
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useApplication, useSelected, useSelectedValue } from '#application/hooks.ts';
import { type ServerState, ServerStateProvider } from '#api/server-state.ts';
import { onceUnused } from '#ui/at-rest.ts';
import { useClient } from './client-context.ts';
import type { Loaded } from './client-types.ts';
import { DeadLinkScreen, LoadingScreen } from './error-screens.tsx';
import { FormLayout } from './form-layout.tsx';
import { type ShownChoice, useShownEverywhere } from './use-shown-everywhere.ts';

/** Finds out who is here before any form page renders, each time that the group is entered. */
export function FormGroup({ children }: { readonly children: ReactNode }) {
  const { load } = useClient();
  const { search } = useLocation();
  const [loading, setLoading] = useState(() => load(search));
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Entered loading={loading} onArrival={() => setLoading(load(search))}>
        {children}
      </Entered>
    </Suspense>
  );
}

/** The layout of the form pages. A service user sees the printable view and nothing else. */
function Entered({
  loading,
  onArrival,
  children,
}: {
  readonly loading: Loaded | Promise<Loaded>;
  readonly onArrival: () => void;
  readonly children: ReactNode;
}) {
  const loaded = loading instanceof Promise ? use(loading) : loading;
  const today = useToday();
  const { shown } = useClient();
  useEffect(shown, [shown]);
  if (loaded.kind === 'dead-link') return <DeadLinkScreen />;
  if (loaded.kind === 'service') {
    const { Screen, view, headers, kept } = loaded;
    return <Screen view={view} headers={headers} kept={kept} today={today} />;
  }
  if (loaded.kind === 'visitor')
    return (
      <VisitorState>
        <Arrival onArrival={onArrival} />
        <FormLayout today={today}>{children}</FormLayout>
      </VisitorState>
    );
  const { Provider, Dialogs, ownParts } = loaded.account;
  return (
    <Provider>
      <FormLayout today={today} own={ownParts} dialogs={<Dialogs />}>
        {children}
      </FormLayout>
    </Provider>
  );
}

/** Starts the form again if the applicant pressed Log In and left the card before the login succeeded. */
function Arrival({ onArrival }: { readonly onArrival: () => void }) {
  const isArriving = useSelected(({ who }) => who.is === 'arriving');
  const enterAnew = useEffectEvent(onArrival);
  useEffect(() => {
    if (isArriving) enterAnew();
  }, [isArriving]);
  return null;
}

/** The tabs that a visitor has chosen stay while the page is open. */
function VisitorState({ children }: { readonly children: ReactNode }) {
  const { dispatch } = useApplication();
  const chosenTabs = useSelectedValue(({ visitorTabs }) => visitorTabs);
  const show = useCallback(
    (shown: ShownChoice) => {
      if (shown.kind === 'tab') dispatch({ type: 'tabChosen', tabId: shown.id, tab: shown.tab });
    },
    [dispatch],
  );
  const choices = useShownEverywhere(show);
  const state = useMemo<ServerState>(
    () => ({ counts: {}, chosenTabs, documents: {}, ...choices }),
    [chosenTabs, choices],
  );
  return <ServerStateProvider value={state}>{children}</ServerStateProvider>;
}

/** The date at the university. A hydrated page keeps the date of its build until it is at rest. */
function useToday(): string {
  const { application, prerenderedOn } = useClient();
  const [date, setDate] = useState(() => prerenderedOn ?? application.today());
  useEffect(() => {
    if (prerenderedOn === undefined) return undefined;
    // The first use of a time zone takes long on a slow phone.
    return onceUnused(() => setDate(application.today()));
  }, [application, prerenderedOn]);
  return date;
}
