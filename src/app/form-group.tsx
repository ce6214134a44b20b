import { lazy, Suspense, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { useApplication } from './application-context.ts';
import { LoadingScreen } from './error-screens.tsx';
import { FormLayout } from './form-layout.tsx';
import type { Loaded } from './load-application.ts';

const ServiceScreen = lazy(async () => ({ default: (await import('#screens/service.tsx')).ServiceScreen }));

/** Who is here is loaded before any form page renders, once each time that the group is entered. */
export function FormGroup() {
  const { load } = useApplication();
  const { search } = useLocation();
  const [loading] = useState(() => load(search));
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Entered loading={loading} />
    </Suspense>
  );
}

/** What the form pages share. A service user sees the printable view and nothing else. */
function Entered({ loading }: { readonly loading: Loaded | Promise<Loaded> }) {
  const loaded = loading instanceof Promise ? use(loading) : loading;
  const today = useToday();
  const { shown } = useApplication();
  useEffect(shown, [shown]);
  return loaded.kind === 'service' ? (
    <ServiceScreen view={loaded.view} today={today} />
  ) : (
    <FormLayout today={today} />
  );
}

/** The date at the university; while a prerendered page is taken over, the one that it was made with. */
function useToday(): string {
  const { clock, prerenderedOn } = useApplication();
  const today = () => todayIn(tenant.timeZone, new Date(clock.now()));
  return useSyncExternalStore(neverChanges, today, () => prerenderedOn ?? today());
}

function neverChanges(): () => void {
  return () => undefined;
}
