/** The keys of the query cache. */
export const queryKeys = {
  addAnother: ['add-another'],
  tabs: ['tabs'],
  documentAnswers: ['document-answer'],
  pdf: (asker: string) => ['pdf', asker],
} as const;
