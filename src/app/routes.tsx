import { type ComponentType, lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { ClientRoute } from '#contract/client-routes.ts';
import { hasToken } from '#contract/marker-cookie.ts';
import { formRoutes } from '#form/routes.ts';
import * as about from '#screens/about.tsx';
import { defaultPath, paths } from '#shell/paths.ts';
import { useClient } from './client-context.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormGroup } from './form-group.tsx';
import { Group } from './error-screens.tsx';

const screens: Readonly<Record<ClientRoute, () => Promise<{ readonly Component: ComponentType }>>> = {
  // Most visits begin here, so this screen is part of the first script.
  [paths.about]: async () => about,
  [paths.education]: () => import('#screens/education.tsx'),
  [paths.finalSteps]: () => import('#screens/final-steps.tsx'),
  [paths.completion]: () => import('#screens/completion.tsx'),
  [paths.signup]: () => import('#screens/signup.tsx'),
  [paths.confirm]: () => import('#screens/confirm.tsx'),
  [paths.login]: () => import('#screens/login.tsx'),
  [paths.forgot]: () => import('#screens/forgot.tsx'),
  [paths.reset]: () => import('#screens/reset.tsx'),
};
const formPaths: readonly ClientRoute[] = [...formRoutes, paths.completion];
const cardPaths = Object.values(paths).filter((path) => !formPaths.includes(path));

interface OpenedScreen {
  /** The way to it that loaded it, or failed to. */
  readonly key: string;
  readonly Component: ComponentType;
  hasFailed?: true;
}
const opened = new Map<string, OpenedScreen>();

/** A screen of which the code is loaded when it is opened, and again at the next way to it if that fails. */
function openedScreen(path: ClientRoute, key: string, missed: () => Promise<never>): OpenedScreen {
  const known = opened.get(path);
  if (known !== undefined && (known.hasFailed === undefined || known.key === key)) return known;
  const screen: OpenedScreen = {
    key,
    Component: lazy(async () => {
      const { Component } = await screens[path]().catch(() => {
        screen.hasFailed = true;
        return missed();
      });
      return { default: Component };
    }),
  };
  opened.set(path, screen);
  return screen;
}

/** Loads the code of all screens, so that they open without a network. What does not come is tried again when opened. */
export function loadAllScreens(): void {
  for (const fetchScreen of Object.values(screens)) fetchScreen().catch(() => undefined);
}

/** Loads the code of the screen at a path, so that the page can be rendered or hydrated in one go. */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const path = Object.values(paths).find((one) => one === pathname);
  if (path !== undefined) opened.set(path, { key: '', Component: (await screens[path]()).Component });
}

function Screen({ path }: { readonly path: ClientRoute }) {
  const { key } = useLocation();
  const { updates } = useClient();
  const { Component } = openedScreen(path, key, () => updates.missed());
  return <Component />;
}

function ToDefault() {
  const { search } = useLocation();
  return <Navigate to={`${defaultPath}${search}`} replace />;
}

/** A link with a token shows answers, whatever its path. */
function Cards() {
  const { search } = useLocation();
  return hasToken(new URLSearchParams(search)) ? <ToDefault /> : <AuthLayout />;
}

const routeOf = (path: ClientRoute) => <Route key={path} path={path} element={<Screen path={path} />} />;

/**
 * The two groups of screens, each with its own error screen; any other path leads to the default route. The router alone
 * would take a path in other letters, or with a slash at its end, for the same route.
 */
export function AppRoutes() {
  const { pathname } = useLocation();
  if (!Object.values(paths).some((path) => path === pathname)) return <ToDefault />;
  return (
    <Routes>
      <Route element={<Group key="form" layout={<FormGroup />} />}>{formPaths.map(routeOf)}</Route>
      <Route element={<Group key="auth" layout={<Cards />} />}>{cardPaths.map(routeOf)}</Route>
    </Routes>
  );
}
