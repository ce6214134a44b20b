import { formRoutes, type FormRoute } from '#form/routes.ts';

/** The first page of a visit without a path (specification §2). */
export const DEFAULT_ROUTE = formRoutes[0];

/** Routes outside the form: the page after a submission, and the cards. */
export const otherRoutes = ['/completion', '/signup', '/confirm', '/login', '/forgot', '/reset'] as const;

/** The query parameter of an address that the applicant has chosen: the page opens, and not the last one. */
export const CHOSEN = 'chosen';

export type ClientRoute = FormRoute | (typeof otherRoutes)[number];

/** Every route of the client: the server and the worker send its page for these paths. */
export const clientRoutes: ReadonlySet<string> = new Set([...formRoutes, ...otherRoutes]);
