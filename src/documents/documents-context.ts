import { createContext, useContext } from 'react';
import type { Documents } from './documents.ts';

const DocumentsContext = createContext<Documents | undefined>(undefined);
export const DocumentsProvider = DocumentsContext.Provider;

/** The documents of somebody with an account; a visitor has none. */
export function useDocumentsIfAny(): Documents | undefined {
  return useContext(DocumentsContext);
}

export function useDocuments(): Documents {
  const documents = useDocumentsIfAny();
  if (documents === undefined) throw new Error('There are no documents outside DocumentsProvider.');
  return documents;
}
