/** The pages of the form, in their order (specification §2). */
export const formRoutes = ['/about', '/education', '/final-steps'] as const;
export type FormRoute = (typeof formRoutes)[number];

/**
 * The titles of the pages. They are in this file so that the manifest, which Vite reads first, does not load the
 * questions.
 */
export const ABOUT_YOU = 'About You';
export const EDUCATION = 'Education';
export const FINAL_STEPS = 'Final Steps';
