import type { ReactNode } from 'react';
import './field.css';

/** A quiet remark beside the form, not tied to one field. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return <p className="ui-hint">{children}</p>;
}
