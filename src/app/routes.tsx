import { type ComponentType, type ReactNode, use } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { ClientRoute } from '#contract/client-routes.ts';
import { hasToken } from '#contract/marker-cookie.ts';
import { formRoutes } from '#form/routes.ts';
import * as about from '#screens/about.tsx';
import { defaultPath, paths } from '#shell/paths.ts';
import { definePart, type Part } from '#ui/use-part.ts';
import { useClient } from './client-context.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormGroup } from './form-group.tsx';
import { Group } from './error-screens.tsx';

interface ScreenModule {
  readonly Component: ComponentType;
}

const screens: Readonly<Record<ClientRoute, Part<ScreenModule>>> = {
  // Most visits begin here, so this screen is part of the first script.
  [paths.about]: { loaded: about, load: async () => about },
  [paths.education]: definePart(() => import('#screens/education.tsx')),
  [paths.finalSteps]: definePart(() => import('#screens/final-steps.tsx')),
  [paths.completion]: definePart(() => import('#screens/completion.tsx')),
  [paths.signup]: definePart(() => import('#screens/signup.tsx')),
  [paths.confirm]: definePart(() => import('#screens/confirm.tsx')),
  [paths.login]: definePart(() => import('#screens/login.tsx')),
  [paths.forgot]: definePart(() => import('#screens/forgot.tsx')),
  [paths.reset]: definePart(() => import('#screens/reset.tsx')),
};
const formPaths: readonly ClientRoute[] = [...formRoutes, paths.completion];

/** The last try to load each screen, and the key of the location that asked for it. */
const openings = new Map<ClientRoute, { readonly key: string; readonly screen: Promise<ScreenModule> }>();

/** Loads the code of a screen when it is opened. If that fails, the next navigation to it tries again. */
function open(path: ClientRoute, key: string, onMissed: () => Promise<never>): Promise<ScreenModule> {
  const opening = openings.get(path);
  if (opening?.key === key) return opening.screen;
  const screen = screens[path].load().catch(onMissed);
  openings.set(path, { key, screen });
  return screen;
}

/** Loads the code of all screens, so that they open offline. One that fails is tried again when it is opened. */
export function loadAllScreens(): void {
  for (const screen of Object.values(screens)) screen.load().catch(() => undefined);
}

/** Loads the code of the screen at a path, so that the page can be rendered or hydrated in one go. */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const path = Object.values(paths).find((one) => one === pathname);
  if (path !== undefined) await screens[path].load();
}

function Screen({ path }: { readonly path: ClientRoute }) {
  const { key } = useLocation();
  const { updates } = useClient();
  const { Component } = screens[path].loaded ?? use(open(path, key, updates.missed));
  return <Component />;
}

function ToDefault() {
  const { search } = useLocation();
  return <Navigate to={`${defaultPath}${search}`} replace />;
}

/** A link with a token shows answers, whatever its path. */
function Cards({ children }: { readonly children: ReactNode }) {
  const { search } = useLocation();
  return hasToken(new URLSearchParams(search)) ? <ToDefault /> : <AuthLayout>{children}</AuthLayout>;
}

/** The two groups of screens, each with its own error screen; any other path leads to the default route. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const path = Object.values(paths).find((one) => one === pathname);
  if (path === undefined) return <ToDefault />;
  const [group, Layout] = formPaths.includes(path) ? ['form', FormGroup] : ['auth', Cards];
  return (
    <Group key={group}>
      <Layout>
        <Screen path={path} />
      </Layout>
    </Group>
  );
}
