// The rules of src/application/README.md. Each can be removed, to see what then goes wrong.
export const rules = {
  1: 'a stored record yields only to a later one',
  2: 'a log-in and a log-out change the term',
  3: 'a write of another term changes nothing',
  4: 'only the tab that sends notes anything as sent',
  5: 'a request under way is waited for',
  6: 'every write of the account is conditional',
  7: 'a document has a tag of its own',
  8: 'a tab that is shown again compares the term first',
  replacing: 'a file that is chosen over a removal may replace the document',
  voiding: 'a place that was deleted is void',
  tries: 'the tries of a file are counted on this device',
} as const;
export type Rule = keyof typeof rules;
export const ruleNames: readonly Rule[] = [1, 2, 3, 4, 5, 6, 7, 8, 'replacing', 'voiding', 'tries'];
