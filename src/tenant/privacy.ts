/** In a file of its own: few visitors read it, and none at once. */
export const privacy: readonly string[] = [
  'We use what you enter to decide on your application and to write to you about it, and for nothing else. We share it with no one else without your consent, unless the law requires it.',
  'We set three cookies, each for 12 hours at most. When you log in, __Host-admissions-session keeps you logged in, and AlderbrookIdentity.session tells this page that you are. While you sign up, __Host-admissions-signup remembers that you began on this device. There are no advertising or tracking cookies.',
  'Until you have an account, your answers stay on this device, encrypted. On a shared computer, choose “Use as a shared computer” in the account menu. Nothing is then saved on it.',
];
