import { type ReactNode, useEffect, useState } from 'react';
import './status-line.css';

interface StatusLineProps {
  readonly text: string;
  /** Announced in place of a `text` that keeps changing. */
  readonly spoken?: string | undefined;
  /** How long a text must stay before it is announced; shorter-lived texts are not announced. */
  readonly delayMs?: number | undefined;
  readonly icon?: ReactNode;
  readonly tone?: 'quiet' | 'success' | 'warning' | 'error' | undefined;
  /** For screen readers only. */
  readonly isHidden?: boolean | undefined;
}

/** A line that shows at once and is announced once, politely, when it stops changing. */
export function StatusLine({
  text,
  spoken = text,
  delayMs = 1000,
  icon,
  tone = 'quiet',
  isHidden = false,
}: StatusLineProps) {
  const settled = useSettled(spoken, delayMs);
  return (
    <div className="ui-status" data-tone={tone}>
      {!isHidden && (
        // The key makes each text a new element: a moved one would count as a layout shift.
        <span key={text} className="ui-status-seen" aria-hidden="true">
          {icon}
          <span>{text}</span>
        </span>
      )}
      <span className="ui-hidden" role="status">
        {settled}
      </span>
    </div>
  );
}

function useSettled(text: string, delayMs: number): string {
  // A live region announces only changes, so it starts empty.
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
