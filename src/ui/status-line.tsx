import { type ReactNode, useEffect, useState } from 'react';
import './status-line.css';

interface StatusLineProps {
  readonly text: string;
  /** Instead of a text that never comes to rest. */
  readonly spoken?: string | undefined;
  /** How long a text must stand before it is spoken, so that what flickers is never heard. */
  readonly delayMs?: number | undefined;
  readonly icon?: ReactNode;
  readonly tone?: 'quiet' | 'success' | 'warning' | 'error' | undefined;
  /** Heard only, not seen. */
  readonly isHidden?: boolean | undefined;
}

/** A line that is seen at once and spoken once, politely, when it has come to rest. */
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
        // A text in another's place is a new one: moved, it would count as a jump of the page.
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
  // A live region tells only changes: it starts empty.
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
