import { type ReactNode, useId } from 'react';
import './card.css';

interface CardProps {
  readonly title?: string | undefined;
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  readonly children: ReactNode;
}

/** A raised surface around related content. */
export function Card({ title, headingLevel = 3, children }: CardProps) {
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section className="ui-card" aria-labelledby={title === undefined ? undefined : titleId}>
      {title !== undefined && <Heading id={titleId}>{title}</Heading>}
      {children}
    </section>
  );
}
