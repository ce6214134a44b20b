/** How to use one of the three: where its form is, and how it shows that the answers are safe. */
export interface Contestant {
  readonly name: string;
  readonly title: string;
  readonly form: string;
  /** Missing if the form itself asks for the login. */
  readonly login?: string;
  readonly status: string;
  readonly isSafe: RegExp;
  readonly isSaved: RegExp;
  /** Missing if the form saves at every pause in typing. */
  readonly saveButton?: string;
}

const peer = (name: string, title: string): Contestant => ({
  name,
  title,
  form: `/${name}/`,
  status: '[role=status]',
  isSafe: /^Saved/,
  isSaved: /^Saved/,
});

export const contestants: readonly Contestant[] = [
  peer('offline-transactions', '@tanstack/offline-transactions'),
  peer('react-query', 'react-query, persisted mutations'),
  {
    name: 'product',
    title: 'this form',
    form: '/about',
    login: '/login',
    status: '.ui-status-seen',
    isSafe: /^Saved (on this device|to your account)/,
    isSaved: /^Saved to your account/,
    saveButton: 'Save',
  },
];
