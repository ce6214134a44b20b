/** The pages of the form, in their order (specification §2). */
export const formRoutes = ['/about', '/education', '/final-steps'] as const;
export type FormRoute = (typeof formRoutes)[number];
