export const privacy: readonly string[] = [
  'We use it to decide on your application, and delete it after three years.',
  'There are three cookies: admissions-session, MeridianLogin.session and admissions-signup.',
];
