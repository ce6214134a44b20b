/**
 * The states that docs/design.md shows, with the file names of their pictures. `npm test` compares only states with
 * `isBrief`: together they show every color and every kind of part.
 */
export const pictured: readonly {
  readonly file: string;
  readonly name: string;
  readonly isBrief?: true;
  /** A selector to scroll to, if the state is not visible at the top of the page. */
  readonly sight?: string;
}[] = [
  { file: 'first-visit', name: 'first visit', isBrief: true },
  { file: 'answers', name: 'answers without an account', sight: '#names' },
  { file: 'welcome-back', name: 'welcome back' },
  { file: 'one-error', name: 'validating with 1 error', isBrief: true },
  { file: 'validating', name: 'validating with 27 errors', sight: '#error-summary' },
  { file: 'offline', name: 'offline' },
  { file: 'waiting', name: 'saves that the account does not take yet' },
  { file: 'education', name: 'first visit to Education' },
  { file: 'submitted', name: 'submitted' },
  { file: 'service', name: 'read-only service view', isBrief: true },
  { file: 'sign-up', name: 'sign up with a weak password', isBrief: true },
  { file: 'log-in', name: 'log in after the session has ended' },
  { file: 'photos', name: 'photos to be put into one PDF' },
  { file: 'conflict', name: 'two devices that differ' },
  { file: 'warning', name: 'the warning before the session ends' },
  { file: 'clear', name: 'the question whether to clear the device', isBrief: true },
  { file: 'help', name: 'help' },
  { file: 'menu', name: 'account menu' },
  { file: 'toasts', name: 'errors told in passing' },
  { file: 'install', name: 'invitation to install', sight: '.install-invitation' },
  { file: 'update', name: 'offer of a new version' },
  { file: 'loading', name: 'full-screen loading' },
  { file: 'error', name: 'generic error' },
  { file: 'no-script', name: 'without JavaScript' },
];

/** The windows in which the pictures are taken. */
export const views = [
  { width: 390, color: 'light' },
  { width: 1280, color: 'light' },
  { width: 390, color: 'dark' },
  { width: 1280, color: 'dark' },
] as const;

/** Of these, `npm test` takes each width and each color once. */
export const briefViews = [views[0], views[3]];

/** The states that are pictured as printed; `papers` lists the formats. */
export const printed = [
  { file: 'print-form', name: 'About You with every question open' },
  { file: 'print-service', name: 'read-only service view' },
] as const;
export const papers = ['A4', 'Letter'] as const;
