import { type ComponentType, lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { ClientRoute } from '#contract/client-routes.ts';
import { hasToken } from '#contract/marker-cookie.ts';
import type { FormRoute } from '#form/routes.ts';
import * as about from '#screens/about.tsx';
import { defaultPath, paths } from '#shell/paths.ts';
import { useClient } from './client-context.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormGroup } from './form-group.tsx';
import { Group } from './error-screens.tsx';

type FetchScreen = () => Promise<{ readonly Component: ComponentType }>;
type Screens = Readonly<Record<string, FetchScreen>>;
type FormPath = FormRoute | typeof paths.completion;

const formScreens: Screens = {
  // Most visits begin here, so this screen is part of the first script.
  [paths.about]: async () => about,
  [paths.education]: () => import('#screens/education.tsx'),
  [paths.finalSteps]: () => import('#screens/final-steps.tsx'),
  [paths.completion]: () => import('#screens/completion.tsx'),
} satisfies Record<FormPath, FetchScreen>;

const authScreens: Screens = {
  [paths.signup]: () => import('#screens/signup.tsx'),
  [paths.confirm]: () => import('#screens/confirm.tsx'),
  [paths.login]: () => import('#screens/login.tsx'),
  [paths.forgot]: () => import('#screens/forgot.tsx'),
  [paths.reset]: () => import('#screens/reset.tsx'),
} satisfies Record<Exclude<ClientRoute, FormPath>, FetchScreen>;

const screens: Screens = { ...formScreens, ...authScreens };

interface LateScreen {
  /** The way to it that loaded it, or failed to. */
  readonly key: string;
  readonly Component: ComponentType;
  hasFailed?: true;
}
const lateScreens = new Map<string, LateScreen>();

/** A screen of which the code is loaded when it is opened, and again at the next way to it if that fails. */
function lateScreen(path: string, key: string, missed: () => Promise<never>): ComponentType | undefined {
  const known = lateScreens.get(path);
  if (known !== undefined && (known.hasFailed === undefined || known.key === key)) return known.Component;
  const fetchScreen = screens[path];
  if (fetchScreen === undefined) return undefined;
  const screen: LateScreen = {
    key,
    Component: lazy(async () => {
      const { Component } = await fetchScreen().catch(() => {
        screen.hasFailed = true;
        return missed();
      });
      return { default: Component };
    }),
  };
  lateScreens.set(path, screen);
  return screen.Component;
}

/** Loads the code of all screens, so that they open without a network. What does not come is tried again when opened. */
export function loadAllScreens(): void {
  for (const fetchScreen of Object.values(screens)) fetchScreen().catch(() => undefined);
}

/** The screen that this visit begins with. Its code is loaded before the page renders or hydrates. */
let first: { readonly path: string; readonly Component: ComponentType } | undefined;

/** Loads the code of the screen at a path, so that the page can be rendered in one go. */
export async function loadFirstScreen(path: string): Promise<void> {
  const fetchScreen = screens[path];
  if (fetchScreen !== undefined) first = { path, Component: (await fetchScreen()).Component };
}

function Screen({ path }: { readonly path: string }) {
  const { key } = useLocation();
  const { updates } = useClient();
  const missed = () => updates.missed();
  const Component = first?.path === path ? first.Component : lateScreen(path, key, missed);
  return Component === undefined ? null : <Component />;
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

/** The two groups of screens, each with its own error screen; any other path leads to the default route. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Group key="form" layout={<FormGroup />} />}>
        {Object.keys(formScreens).map((path) => (
          <Route key={path} path={path} element={<Screen path={path} />} />
        ))}
      </Route>
      <Route element={<Group key="auth" layout={<Cards />} />}>
        {Object.keys(authScreens).map((path) => (
          <Route key={path} path={path} element={<Screen path={path} />} />
        ))}
      </Route>
      <Route path="*" element={<ToDefault />} />
    </Routes>
  );
}
