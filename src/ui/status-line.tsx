import { useEffect, useState } from 'react';
import { CheckIcon } from './icons.tsx';
import './status-line.css';

/** A text that changes sooner than this is not announced. */
const SETTLED_AFTER_MS = 1000;

interface StatusLineProps {
  readonly text: string;
  readonly tone?: 'quiet' | 'success' | 'warning' | 'error' | undefined;
  /**
   * How often the applicant has asked (such as by Save). Each time, the text is shown and announced again, even if it
   * is the same.
   */
  readonly nth?: number | undefined;
  /** For screen readers only. */
  readonly isHidden?: boolean | undefined;
}

/** A line that shows at once and is announced once, politely, when it stops changing. */
export function StatusLine({ text, tone = 'quiet', nth = 0, isHidden = false }: StatusLineProps) {
  const settled = useSettled(text, nth);
  const [asked, setAsked] = useState({ text, nth: 0 });
  if (asked.nth !== nth) setAsked({ text, nth });
  const isAnswer = nth > 0 && asked.text === text;
  return (
    <div className="ui-status" data-tone={tone}>
      {!isHidden && (
        // The key makes each text a new element: a moved one would count as a layout shift.
        <span
          key={`${nth} ${text}`}
          className="ui-status-seen ui-quiet"
          data-answer={isAnswer || undefined}
          aria-hidden="true"
        >
          {isAnswer && tone === 'success' && <CheckIcon />}
          <span>{text}</span>
        </span>
      )}
      <span className="ui-hidden" role="status">
        <span key={settled.nth}>{settled.text}</span>
      </span>
    </div>
  );
}

function useSettled(text: string, nth: number): { readonly text: string; readonly nth: number } {
  // A live region announces only changes, so it starts empty.
  const [settled, setSettled] = useState({ text: '', nth });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, nth }), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, nth]);
  return settled;
}
