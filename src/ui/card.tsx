import { type ReactNode, useId } from 'react';
import './card.css';

interface CardProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A raised surface around related content. */
export function Card({ title, children }: CardProps) {
  const titleId = useId();
  return (
    <section className="ui-card ui-stack" aria-labelledby={title === undefined ? undefined : titleId}>
      {title !== undefined && <h3 id={titleId}>{title}</h3>}
      {children}
    </section>
  );
}
