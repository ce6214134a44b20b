/** In a file of its own: few visitors read it, and none at once. */
export const privacy: readonly string[] = [
  'We use what you enter to decide on your application and to write to you about it, and for nothing else. Nobody else sees it without your consent, unless a law says so.',
  'We set two cookies when you log in: one that keeps you logged in, and one that tells this page so. There are no advertising or tracking cookies.',
  'Until you have an account, your answers stay on this device, encrypted. On a shared computer, choose “Use as a shared computer” in the account menu: then nothing is kept on it.',
];
