/**
 * The headings of the cards. An address changes before its card has loaded: until then, the card that led there stays,
 * and has fields of the same names.
 */
export const cardHeadings: Readonly<Record<string, string>> = {
  '/signup': 'Sign Up',
  '/confirm': 'Confirm Your Account',
  '/login': 'Log In',
  '/forgot': 'Forgot Password',
  '/reset': 'Reset Password',
};
