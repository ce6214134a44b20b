import './progress.css';

interface ProgressProps {
  readonly value: number;
  readonly max: number;
  /** The words beside the bar: "7 of 12 required answered". */
  readonly label: string;
}

/** Shows progress in words and as a bar. */
export function Progress({ value, max, label }: ProgressProps) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  return (
    <div className="ui-progress" data-complete={share === 1 || undefined}>
      <span>{label}</span>
      <span className="ui-progress-track" aria-hidden="true">
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}
