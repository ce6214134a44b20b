import { type ReactNode, useId } from 'react';
import './card.css';

interface CardProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A raised surface around related content. With a title, it is a group: its name is heard where its fields begin. */
export function Card({ title, children }: CardProps) {
  const titleId = useId();
  return (
    <div
      className="ui-card ui-stack"
      {...(title !== undefined && { role: 'group', 'aria-labelledby': titleId })}
    >
      {title !== undefined && <h3 id={titleId}>{title}</h3>}
      {children}
    </div>
  );
}
