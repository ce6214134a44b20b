import './spinner.css';

interface SpinnerProps {
  /** 0.4rem, 0.8rem or 2rem (specification §9). */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
}

/** A turning ring beside words, perhaps hidden ones, that say what is happening. */
export function Spinner({ size = 'medium' }: SpinnerProps) {
  return <span className="ui-spinner" data-size={size} aria-hidden="true" />;
}
