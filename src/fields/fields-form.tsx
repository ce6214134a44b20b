import { createContext, useContext, type ReactNode } from 'react';

const FieldsFormContext = createContext('');

/**
 * A form for the fields of one section or card. Each form is small, because a browser's autofill reads all of it at
 * every letter, lists of countries included. The form is beside its fields, not around them. React reads properties
 * from an enclosing form several times a letter, and each time the browser searches that form for a field of the same
 * name.
 */
export function FieldsForm({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <FieldsFormContext value={id}>
      {/* method="dialog" sends nothing, so Enter in a field never submits, with or without a script. */}
      <form id={id} method="dialog" hidden noValidate />
      {children}
    </FieldsFormContext>
  );
}

/** The id of the form that the fields here belong to. */
export function useFieldsForm(): string {
  return useContext(FieldsFormContext);
}
