import { useState } from 'react';
import { CheckIcon } from './icons.tsx';
import { useSayLater } from './use-say.ts';
import './status-line.css';

interface StatusLineProps {
  readonly text: string;
  readonly tone?: 'quiet' | 'success' | 'warning' | 'error' | undefined;
  /**
   * How often the applicant has asked (such as by Save). Each time, the text is shown and announced again, even if it
   * is the same.
   */
  readonly nth?: number | undefined;
}

/** A line that shows at once and is announced once, politely, when it stops changing. */
export function StatusLine({ text, tone = 'quiet', nth = 0 }: StatusLineProps) {
  useSayLater(text, nth);
  const [asked, setAsked] = useState({ text, nth: 0 });
  if (asked.nth !== nth) setAsked({ text, nth });
  const isAnswer = nth > 0 && asked.text === text;
  return (
    <div className="ui-status" data-tone={tone}>
      {/* The key makes each text a new element: a moved one would count as a layout shift. */}
      <span key={`${nth} ${text}`} className="ui-status-seen ui-quiet" data-answer={isAnswer || undefined}>
        {isAnswer && tone === 'success' && <CheckIcon />}
        <span>{text}</span>
      </span>
    </div>
  );
}
