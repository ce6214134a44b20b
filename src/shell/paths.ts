import type { CHOSEN, ClientRoute } from '#contract/client-routes.ts';

/** The routes of `#contract/client-routes.ts` by name. Only their type is imported, which costs no script. */
export const paths = {
  about: '/about',
  education: '/education',
  finalSteps: '/final-steps',
  completion: '/completion',
  signup: '/signup',
  confirm: '/confirm',
  login: '/login',
  forgot: '/forgot',
  reset: '/reset',
} as const satisfies Readonly<Record<string, ClientRoute>>;

/** Where an applicant lands after login and from any unknown path. */
export const defaultPath = paths.about;

/** The address of a page for another tab: it opens there, and not the last page. */
export function chosenPath(path: string): string {
  return `${path}?${'chosen' satisfies typeof CHOSEN}`;
}
