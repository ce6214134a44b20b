import { redirect, type RouteObject } from 'react-router-dom';
import { defaultPath, paths } from '#shell/paths.ts';
import type { Application } from './application.ts';
import { AuthLayout } from './auth-layout.tsx';
import { GroupErrorScreen, LoadingScreen } from './error-screens.tsx';
import { FormLayout } from './form-layout.tsx';
import { loadApplication } from './load-application.ts';

/** The two groups of screens, each with its own error screen; any other path leads to the default route. */
export function routesOf(application: Application): RouteObject[] {
  return [
    {
      id: 'form',
      Component: FormLayout,
      ErrorBoundary: GroupErrorScreen,
      HydrateFallback: LoadingScreen,
      loader: ({ request }) => loadApplication(application, new URL(request.url)),
      // Once a visit: what changes afterwards comes through the answers store and the session.
      shouldRevalidate: () => false,
      children: [
        { path: paths.about, lazy: () => import('#screens/about.tsx') },
        { path: paths.education, lazy: () => import('#screens/education.tsx') },
        { path: paths.finalSteps, lazy: () => import('#screens/final-steps.tsx') },
        { path: paths.completion, lazy: () => import('#screens/completion.tsx') },
      ],
    },
    {
      id: 'auth',
      Component: AuthLayout,
      ErrorBoundary: GroupErrorScreen,
      HydrateFallback: LoadingScreen,
      children: [
        { path: paths.signup, lazy: () => import('#screens/signup.tsx') },
        { path: paths.confirm, lazy: () => import('#screens/confirm.tsx') },
        { path: paths.login, lazy: () => import('#screens/login.tsx') },
        { path: paths.forgot, lazy: () => import('#screens/forgot.tsx') },
        { path: paths.reset, lazy: () => import('#screens/reset.tsx') },
      ],
    },
    {
      path: '*',
      HydrateFallback: LoadingScreen,
      loader: ({ request }) => redirect(`${defaultPath}${new URL(request.url).search}`),
    },
  ];
}
