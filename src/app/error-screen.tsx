import { type ReactNode, useEffect, useRef } from 'react';
import { AlertIcon } from '#ui/icons.tsx';
import './error-screen.css';

interface ErrorScreenProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons or links for what the applicant can do now. */
  readonly actions?: ReactNode;
}

export function ErrorScreen({ title, children, actions }: ErrorScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="error-screen">
      <div className="error-screen-card">
        <AlertIcon size={2} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{children}</p>
        {actions !== undefined && <div className="error-screen-actions">{actions}</div>}
      </div>
    </main>
  );
}
