import type { ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import { AlertIcon, CheckCircleIcon, CloseIcon, InfoIcon } from './icons.tsx';
import './notice.css';

type NoticeTone = 'neutral' | 'success' | 'warning' | 'error';

interface NoticeProps {
  readonly tone?: NoticeTone | undefined;
  readonly id?: string | undefined;
  readonly heading?: string | undefined;
  readonly headingLevel?: 2 | 3 | undefined;
  readonly children: ReactNode;
  /** Buttons or links under the text. */
  readonly actions?: ReactNode;
  /** False if it is announced by something else, such as a toast. */
  readonly isAnnounced?: boolean | undefined;
  /** Scripts can focus it, as they focus the error summary. */
  readonly isFocusable?: boolean | undefined;
  readonly noticeRef?: Ref<HTMLDivElement> | undefined;
  readonly onClose?: (() => void) | undefined;
}

/** A message that stays on the page. Screen readers announce errors and successes when they appear. */
export function Notice({
  tone = 'neutral',
  id,
  heading,
  headingLevel = 2,
  children,
  actions,
  isAnnounced = true,
  isFocusable = false,
  noticeRef,
  onClose,
}: NoticeProps) {
  const Heading = `h${headingLevel}` as const;
  // Screen readers read a notice that gets the focus. If it were also announced, people would hear it twice.
  const live = tone === 'error' ? 'alert' : tone === 'success' ? 'status' : undefined;
  const role = isFocusable ? 'group' : isAnnounced ? live : undefined;
  return (
    <div
      ref={noticeRef}
      id={id}
      className="ui-notice"
      data-tone={tone}
      role={role}
      tabIndex={isFocusable ? -1 : undefined}
      aria-label={isFocusable ? heading : undefined}
    >
      {tone === 'success' ? <CheckCircleIcon /> : tone === 'neutral' ? <InfoIcon /> : <AlertIcon />}
      <div className="ui-notice-body ui-stack">
        {heading !== undefined && <Heading className="ui-notice-heading">{heading}</Heading>}
        <div>{children}</div>
        {actions !== undefined && <div className="ui-notice-actions ui-row">{actions}</div>}
      </div>
      {onClose !== undefined && (
        <Button variant="quiet" size="small" className="ui-notice-close" aria-label="Close" onPress={onClose}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
