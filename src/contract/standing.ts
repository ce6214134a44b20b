/** The pages that an application can be left on. */
export const formRoutes = ['/about', '/education', '/final-steps'] as const;
export type FormRoute = (typeof formRoutes)[number];

/** In the order that an application goes through them; never backwards. */
export const webStatuses = ['started', 'validating', 'submitted'] as const;
export type WebStatus = (typeof webStatuses)[number];
