import { createContext, useContext, type ReactNode } from 'react';

const FieldsFormContext = createContext<string | undefined>(undefined);

/**
 * The form of the fields in it, one for each section and each card. It holds few, since with every letter a browser's
 * autofill reads all that a form holds, lists of countries included. And it stands beside them: a form around an input is
 * searched for a field of that name each time that React reads a property of its own from it, several times a letter.
 */
export function FieldsForm({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <FieldsFormContext value={id}>
      {/* Enter in a field never sends it, with or without a script: "dialog" sends nothing. */}
      <form id={id} method="dialog" hidden noValidate />
      {children}
    </FieldsFormContext>
  );
}

/** The id of the form that a field belongs to. */
export function useFieldsForm(): string {
  const id = useContext(FieldsFormContext);
  if (id === undefined) throw new Error('A field stands outside FieldsForm.');
  return id;
}
