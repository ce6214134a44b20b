/** Every route of the product (specification §2). */
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
} as const;

/** Where an applicant lands after login and from any unknown path. */
export const defaultPath = paths.about;
