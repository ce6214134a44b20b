/** The keys under which the query cache holds what the server owns. */
export const queryKeys = {
  addAnother: ['add-another'],
  tabs: ['tabs'],
  documentAnswers: ['document-answer'],
  pdf: (asker: string) => ['pdf', asker],
} as const;
