import { formRoutes } from '#form/routes.ts';

/** The first page of a visit without a path (specification §2). */
export const DEFAULT_ROUTE = formRoutes[0];

/** Routes outside the form: the page after a submission, and the cards. */
export const otherRoutes = ['/completion', '/signup', '/confirm', '/login', '/forgot', '/reset'] as const;

/** Every route of the client. */
export const clientRoutes: ReadonlySet<string> = new Set([...formRoutes, ...otherRoutes]);
