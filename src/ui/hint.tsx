import type { ReactNode } from 'react';
import './field.css';

/** A quiet remark beside the form, not tied to one field. */
export function Hint({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }) {
  return (
    <p id={id} className="ui-hint">
      {children}
    </p>
  );
}
