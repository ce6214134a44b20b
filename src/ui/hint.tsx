import type { HTMLAttributes } from 'react';
import './field.css';

/** A quiet remark on a field, or beside it. */
export function Hint({ children = '', ...rest }: HTMLAttributes<HTMLElement>) {
  if (children === '') return null;
  return (
    <p {...rest} className="ui-hint">
      {children}
    </p>
  );
}
