import './progress.css';

interface ProgressProps {
  readonly value: number;
  readonly max: number;
  /** The words above the bar: "7 of 12 required answered". */
  readonly label: string;
}

/** Shows progress in words, and as a bar with the same content. */
export function Progress({ value, max, label }: ProgressProps) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  return (
    <p className="ui-progress ui-stack ui-quiet" data-tone={share === 1 ? 'success' : undefined}>
      {label}
      <span className="ui-progress-track">
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </p>
  );
}
