import { type ReactNode, type RefObject, useId, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import './one-line.css';

interface OneLineProps {
  readonly label: string;
  /** What the fields hold. */
  readonly text: string;
  readonly buttonLabel: string;
  readonly isOpen: boolean;
  /** Also called when a field gets the focus: while somebody is there, the fields stay. */
  readonly onOpen: () => void;
  readonly boxesRef: RefObject<HTMLDivElement | null>;
  /** The fields. */
  readonly children: ReactNode;
}

const STOPS = 'input, select, button';

/**
 * Fields behind one line of text and a button that opens them. While closed, people cannot see or reach them, and
 * programs that fill in fields can: a field that gets the focus opens.
 */
export function OneLine({ label, text, buttonLabel, isOpen, onOpen, boxesRef, children }: OneLineProps) {
  const id = useId();

  useLayoutEffect(() => {
    if (isOpen) return undefined;
    const found = [...(boxesRef.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    const stops = found.filter(({ tabIndex }) => tabIndex === 0);
    for (const stop of stops) stop.tabIndex = -1;
    return () => {
      for (const stop of stops) stop.removeAttribute('tabindex');
    };
  }, [isOpen, boxesRef]);

  function open() {
    flushSync(onOpen);
    boxesRef.current?.querySelector<HTMLElement>(STOPS)?.focus();
  }

  return (
    <>
      {!isOpen && (
        <div className="ui-one-line ui-stack">
          <span className="ui-label">{label}</span>
          <div className="ui-row">
            <span id={`${id}-text`} className="ui-one-line-text" translate="no">
              {text}
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`${buttonLabel} ${label}`}
              aria-describedby={`${id}-text`}
              onPress={open}
            >
              {buttonLabel}
            </Button>
          </div>
        </div>
      )}
      <div
        ref={boxesRef}
        className={isOpen ? 'ui-one-line-boxes ui-stack' : 'ui-hidden'}
        aria-hidden={!isOpen || undefined}
        onFocus={onOpen}
      >
        {children}
      </div>
    </>
  );
}
