// The rules of src/application/README.md. Each can be removed, to see what then goes wrong.
export const rules = {
  1: 'a stored record yields only to a later one',
  2: 'a log-in and a log-out change the term',
  3: 'a write of another term changes nothing',
  4: 'the account that was seen yields only to a later version',
  5: 'what is sent is noted before',
  6: 'every write of the account is conditional',
  7: 'a document has a tag of its own',
  8: 'a tab that is shown again compares the term first',
  yielding: 'a change that has arrived gives way to another device',
  replacing: 'a file that is chosen over a removal may replace the document',
  voiding: 'a place that was deleted is void',
  tries: 'the tries of a file are counted on this device',
} as const;
export type Rule = keyof typeof rules;
export const ruleNames: readonly Rule[] = [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  'yielding',
  'replacing',
  'voiding',
  'tries',
];
