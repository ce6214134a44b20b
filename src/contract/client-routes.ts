import { formRoutes } from '#form/routes.ts';

/** Where a visit begins that names no other page (specification §2). */
export const DEFAULT_ROUTE = formRoutes[0];

/** The routes beside the form: the page after a submission, and the cards. */
export const otherRoutes = ['/completion', '/signup', '/confirm', '/login', '/forgot', '/reset'] as const;

/** Every route of the client. */
export const clientRoutes: ReadonlySet<string> = new Set([...formRoutes, ...otherRoutes]);
