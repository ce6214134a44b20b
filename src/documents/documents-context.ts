import { createContext, useContext } from 'react';
import type { Documents } from './documents.ts';

const DocumentsContext = createContext<Documents | undefined>(undefined);
export const DocumentsProvider = DocumentsContext.Provider;

/** Returns the account's documents. Only the form of an account has them. */
export function useDocuments(): Documents {
  const documents = useContext(DocumentsContext);
  if (documents === undefined) throw new Error('There are no documents outside DocumentsProvider.');
  return documents;
}
