import './spinner.css';

interface SpinnerProps {
  /** 0.4rem, 0.8rem or 2rem (specification §9). */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  /** Set beside words that already say what is happening: screen readers then skip the spinner. */
  readonly isDecorative?: boolean | undefined;
}

export function Spinner({ size = 'medium', isDecorative = false }: SpinnerProps) {
  const ring = <span className="ui-spinner" data-size={size} aria-hidden="true" />;
  if (isDecorative) return ring;
  return (
    <span className="ui-spinner-box" role="status">
      {ring}
      <span className="ui-hidden">Loading</span>
    </span>
  );
}
