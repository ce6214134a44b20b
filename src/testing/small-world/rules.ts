// Rules that keep the orders right. Each can be removed, to see what then goes wrong.
export const rules = {
  stamps: 'a stored record yields only to a later one',
  notes: 'a value is stored as sent before it is sent',
  revisions: 'every write of the account is conditional',
  tags: 'a document has a tag of its own',
} as const;
export type Rule = keyof typeof rules;
export const allRules: readonly Rule[] = ['stamps', 'notes', 'revisions', 'tags'];
